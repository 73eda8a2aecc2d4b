import { pointOf } from '../../../contract/points';
import { emptyFrame, type Frame } from '../../storage/measures/frame';
import {
  archive,
  fieldIndex,
  fieldsOf,
  type KeptGroup,
  keptGroups,
  keptNames,
  keptPoint,
} from '../../storage/measures/kept';
import type { DeviceRows } from '../snapshot';
import type { FigureLimits, PastSlot } from '../source';
import { type Chain, ChainMeter } from './chain';
import {
  deviationParts,
  efficiencyParts,
  type Parts,
  performanceParts,
  type RatioBasis,
  ratioBasis,
} from './ratios';
import { type Missed, Silence } from './silence';
import {
  expectedParts,
  heatParts,
  irradiationParts,
  limitedWh,
  ownUseWh,
  standstillParts,
  standstillWh,
  stringLossesWh,
} from './sums';

/** Values of the plant that stand for `seconds` of a slot. */
export interface Sample {
  /** Start of the slot, epoch seconds. */
  readonly t: number;
  readonly seconds: number;
  readonly groups: PastSlot['groups'];
  readonly limits: FigureLimits;
  readonly isGood: (group: KeptGroup, rows: DeviceRows, device: number) => boolean;
  /** The sample's share of an energy point, in whole thousandths. */
  readonly energy: (group: KeptGroup, point: string, id: number, value: number) => number;
  readonly memory: SampleMemory;
}

/** What one sample has to know of those before it. */
export class SampleMemory {
  /** Null where silences are judged by the archive (quiet-times.ts). */
  readonly silence: Silence | null;
  readonly chain = new ChainMeter();

  constructor(silence: Silence | null = new Silence()) {
    this.silence = silence;
  }
}

interface Basis extends RatioBasis {
  /** By position, Wh. */
  readonly stringLosses: readonly (number | null)[];
  readonly chain: Chain | null;
  /** What inverters that answer again missed meanwhile, by id. */
  readonly missed: ReadonlyMap<number, Missed>;
}

/** The point's values in stored units, as many as it has fields. */
type Reader = (rows: DeviceRows, device: number, basis: Basis, energies: Energies) => readonly number[];
type Energies = ReadonlyMap<string, number>;

const missing = Number.NaN;
const pair = (parts: Parts) => parts ?? [missing, missing];

/** Context that is not in the values of the device itself. */
const computed: Readonly<Record<string, Reader>> = {
  'impianto.pr': (_rows, _device, basis, energies) =>
    pair(performanceParts(basis, energies.get('eday') ?? null)),
  'impianto.disp': (_rows, _device, basis) => pair(basis.availability),
  'impianto.irr': (_rows, _device, basis) => pair(irradiationParts(basis)),
  'impianto.calore': (_rows, _device, basis, energies) =>
    pair(heatParts(basis, energies.get('eday') ?? null)),
  'impianto.propria': (rows, _device, { seconds }) => [ownUseWh(rows, seconds) ?? missing],
  // What its counter moved while the light was doubted is no part of the ratio either: a day has one expected energy.
  'impianto.eattesa': (_rows, _device, basis, energies) => [expectedParts(basis, energies)?.[1] ?? missing],
  'impianto.atteso': (_rows, _device, basis, energies) => pair(expectedParts(basis, energies)),
  'inverter.fermo': (rows, device, basis) => pair(standstillParts(basis, rows, device)),
  'impianto.cc': (_rows, _device, { chain }) => [chain?.direct ?? missing],
  'impianto.sporco': (_rows, _device, { chain }) => [chain?.soiling ?? missing],
  'impianto.diverse': (_rows, _device, { chain }) => [chain?.mismatch ?? missing],
  'impianto.taglio': (_rows, _device, { chain }) => [chain?.clipping ?? missing],
  'impianto.conversione': (_rows, _device, { chain }) => [chain?.conversion ?? missing],
  'inverter.persa': (rows, device, basis) => {
    const known = standstillWh(basis, rows, device);
    const planned = missedBy(rows, device, basis, true);
    return [known === null && planned === 0 ? missing : (known ?? 0) + planned];
  },
  'inverter.muta': (rows, device, basis) => [missedBy(rows, device, basis, false) || missing],
  'inverter.limitata': (rows, device, basis) => [limitedWh(basis, rows, device, 'order') ?? missing],
  'inverter.ridotta': (rows, device, basis) => [limitedWh(basis, rows, device, 'grid') ?? missing],
  'inverter.declassata': (rows, device, basis) => [limitedWh(basis, rows, device, 'derated') ?? missing],
  'stringhe.persa': (_rows, device, basis) => [basis.stringLosses[device] ?? missing],
  'inverter.eff': (rows, device, basis) => pair(efficiencyParts(basis, rows, device)),
  'inverter.dev': (rows, device, basis) => pair(deviationParts(basis, rows, device)),
};

function missedBy(rows: DeviceRows, device: number, { missed }: Basis, isPlanned: boolean): number {
  const own = missed.get(rows.id[device] ?? 0);
  return own?.isPlanned === isPlanned ? own.wh : 0;
}

/** What has to be computed; null where the fields of a point are its value. */
function readerOf(group: KeptGroup, point: string): Reader | null {
  const own = computed[`${group}.${point}`];
  if (own) return own;
  if (keptPoint(group, point)?.[2] !== 'energy') return null;
  return (_rows, _device, _basis, energies) => [energies.get(point) ?? missing];
}

/** Where each point of a group is kept, and how it gets there. */
const plans = new Map(
  keptGroups.map(group => [
    group,
    keptNames(group).map(point => ({
      point,
      offset: fieldIndex(group, point),
      scales: fieldsOf(group).flatMap(field => (field.point === point ? [field.scale] : [])),
      read: readerOf(group, point),
    })),
  ]),
);

const energyPoints = new Map(
  keptGroups.map(group => [
    group,
    archive[group].points.filter(point => pointOf(group, point)?.[2] === 'energy'),
  ]),
);

function energiesOf(group: KeptGroup, rows: DeviceRows, device: number, sample: Sample): Energies {
  const energies = new Map<string, number>();
  for (const point of energyPoints.get(group) ?? []) {
    const value = rows.values[point]?.[device] ?? null;
    const id = rows.id[device];
    if (value !== null && id !== undefined) energies.set(point, sample.energy(group, point, id, value));
  }
  return energies;
}

function frameOf(group: KeptGroup, rows: DeviceRows, sample: Sample, basis: Basis): Frame {
  const frame = emptyFrame(group, sample.t, rows.id);
  const width = fieldsOf(group).length;
  const plan = plans.get(group) ?? [];
  const { values } = frame;
  rows.id.forEach((_, device) => {
    if (!sample.isGood(group, rows, device)) return;
    const energies = energiesOf(group, rows, device, sample);
    values[device * width] = sample.seconds;
    for (const { point, offset, scales, read } of plan) {
      let at = device * width + offset;
      if (read) for (const value of read(rows, device, basis, energies)) values[at++] = value;
      else {
        const value = rows.values[point]?.[device] ?? missing;
        for (const scale of scales) values[at++] = value * scale;
      }
    }
  });
  return frame;
}

/** One frame of each kept group that the sample has. */
export function framesOf(sample: Sample): ReadonlyMap<KeptGroup, Frame> {
  const { groups, seconds, isGood, memory } = sample;
  const { stringhe, inverter } = groups;
  const ratios = ratioBasis(sample);
  const answers = (device: number) => inverter !== undefined && isGood('inverter', inverter, device);
  const basis: Basis = {
    ...ratios,
    chain: memory.chain.read(inverter, ratios, answers),
    missed: new Map(
      inverter?.id.flatMap((id, device) => {
        const own = memory.silence?.read(inverter, device, answers(device), ratios);
        return own ? [[id, own] as const] : [];
      }),
    ),
    stringLosses: stringhe
      ? stringLossesWh(stringhe, seconds, device => isGood('stringhe', stringhe, device))
      : [],
  };
  const frames = new Map<KeptGroup, Frame>();
  for (const group of keptGroups) {
    const rows = groups[group];
    if (rows && rows.id.length > 0) frames.set(group, frameOf(group, rows, sample, basis));
  }
  return frames;
}
