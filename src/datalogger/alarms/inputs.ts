import type { Configuration } from '../../contract/config/kinds';
import type { HardwareStatus, System } from '../core/system/system';
import type { WatchedLine } from '../plant/field-bus-api';
import type { Snapshot } from '../plant/snapshot';
import type { ConfigDatabase } from '../storage/config/config-database';
import { positionOf } from '../storage/config/plant-config';
import type { Storage } from '../storage/database/storage';
import type { Change, Occurrence, OperatorAction, Rule, Shelf } from './model';

/** What a cycle judges. Null where it is not known. */
export interface AlarmInputs extends InstallationInputs {
  readonly snapshot: Snapshot;
}

/** What a cycle judges besides the plant's values: how it is configured, and how the datalogger is. */
export interface InstallationInputs {
  /** The configuration of the devices; null where nothing is configured. */
  readonly configuration: Configuration | null;
  /** The datalogger's own contacts and temperature. */
  readonly hardware: HardwareStatus;
  /** Degrees, east positive: at night a silent inverter raises no alarm. Without a place it is judged at every hour. */
  readonly site: { readonly latitude: number; readonly longitude: number } | null;
  /** Nominal line voltage at the point of delivery, V. */
  readonly gridVoltage: number | null;
  /** What the plant may export, kW. */
  readonly exportLimitKw: number | null;
  /** The EPI that is usual for the plant lately, % (kpi/usual-index.ts). */
  readonly usualEpi: number | null;
  /** What the archive says that inverters did not make today because they stood still or were limited, kWh. */
  readonly lostTodayKwh: number | null;
  /** Peak power of the plant's data, kWp, of which the performance ratio is; left out if absent. */
  readonly peakKwp?: number | undefined;
  /** Delay (s) of the alarm for missing mains; null if it is not set. */
  readonly upsDelayS: number | null;
  /** Share of the disk in use, %. */
  readonly diskUsedPercent: number | null;
  /** Whether a data upload was given up after all its retries, and none has succeeded since. */
  readonly hasUploadFailed: boolean;
  /** Whether a damaged database had to be replaced at this start, or was found since. */
  readonly hasDamage: boolean;
  /** Whether the disk refuses writes. */
  readonly isDiskRefusing: boolean;
  /** How often the datalogger ended in the last day because its memory was nearly used up. */
  readonly memoryEnds: number;
  /** The lines of the field bus; none where readings come from elsewhere. */
  readonly lines: readonly WatchedLine[];
  /** Whether the datalogger regulates without its meter; null where it does not regulate at the point of delivery. */
  readonly isLoopOpen: boolean | null;
  /** Digital signals, by id, whose output is read otherwise than it was switched last. */
  readonly strayOutputs: readonly number[];
}

interface InputSources
  extends Pick<
    InstallationInputs,
    'hasUploadFailed' | 'memoryEnds' | 'usualEpi' | 'lostTodayKwh' | 'lines' | 'isLoopOpen' | 'strayOutputs'
  > {
  readonly system: System;
  readonly config: Pick<ConfigDatabase, 'plantConfig' | 'devices'>;
  readonly storage: Pick<Storage, 'usedPercent' | 'hasDamage' | 'refusal'>;
}

/** What a datalogger says that has just begun. */
export const nothingReported = {
  hasUploadFailed: false,
  memoryEnds: 0,
  usualEpi: null,
  lostTodayKwh: null,
  lines: [],
  isLoopOpen: null,
  strayOutputs: [],
} as const;

export function installationInputs(sources: InputSources): InstallationInputs {
  const { system, storage, hasUploadFailed, memoryEnds, usualEpi, lostTodayKwh } = sources;
  const { lines, isLoopOpen, strayOutputs } = sources;
  const { plantConfig, devices } = sources.config;
  const record = plantConfig.read();
  const plant = record?.fields;
  const status = system.status();
  const { acContact: _mains, batteryContact: _battery, ups: _ups, ...withoutUps } = status;
  return {
    hardware: record?.hasUps ? status : withoutUps,
    upsDelayS: record?.ups?.ritardo_allarme ?? null,
    configuration: devices.all(),
    site: positionOf(plant),
    gridVoltage: plant?.tensione ?? null,
    exportLimitKw: plant?.potenza_immissione ?? null,
    usualEpi,
    lostTodayKwh,
    peakKwp: plant?.potenza_picco,
    diskUsedPercent: storage.usedPercent() ?? system.diskUsedPercent(),
    hasUploadFailed,
    hasDamage: storage.hasDamage,
    isDiskRefusing: storage.refusal !== null,
    memoryEnds,
    lines,
    isLoopOpen,
    strayOutputs,
  };
}

/** The rules of the catalogue by code, with the changes that are configured. */
export type Rules = ReadonlyMap<string, Rule>;

export interface AlarmEngineOptions {
  /** The occurrences that were open when the datalogger ended: their states continue, their delays start again. */
  readonly open: readonly Occurrence[];
  /** Returns an id that no occurrence has ever had. */
  readonly nextId: () => number;
}

/** Judges the plant cycle by cycle and keeps every occurrence that is not over. */
export interface AlarmEngine {
  /**
   * Judges the plant at `t` (epoch seconds of the plant's clock). Returns at most one change for each occurrence, already accepted.
   * Delays are measured with `steadyS`, the same moment on a clock that is never set; `t` by default.
   */
  cycle(inputs: AlarmInputs, rules: Rules, t: number, steadyS?: number): Change[];
  /** The change that a person's action makes; null where it makes none (unknown id, over, already acknowledged). Takes effect with `accept`. */
  acknowledge(id: number, action: OperatorAction): Change | null;
  shelve(id: number, shelf: Shelf): Change | null;
  unshelve(id: number, action: OperatorAction): Change | null;
  /** Makes a change effective, once it is stored. */
  accept(change: Pick<Change, 'occurrence'>): void;
  /** An occurrence that is not over. */
  find(id: number): Occurrence | undefined;
  open(): Occurrence[];
}
