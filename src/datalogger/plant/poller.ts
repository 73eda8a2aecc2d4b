import { deviceStates, doublePoint, inverterStates, spiStates, trackerStates } from '../../contract/codes';
import type { Group } from '../../contract/points';
import { inputColumns } from './digital-inputs';
import { type ElectricalContext, inverterColumns, meterColumns } from './electrical-rows';
import { sensorColumns, stringColumns, trackerColumns, trackerContext } from './field-rows';
import type { LiveState } from './live-state';
import { mpptColumns, readInputs } from './mppt';
import { overridden, unheard } from './overrides';
import { controllerColumns, plantColumns, protectionColumns } from './plant-rows';
import { noise } from './random';
import { readInverters, readMeters, readPlant, readSensors, readStrings, readTrackers } from './readings';
import { type Column, type Polled, toRows } from './rows';
import type { DeviceRows } from './source';
import { streams } from './streams';
import { certificateDays, checkDays } from './upkeep';

/** Reads the devices of a live plant, group by group, as a datalogger polls them. */
export class Poller {
  readonly #state: LiveState;
  readonly #rows = new Map<Group, DeviceRows>();

  constructor(state: LiveState) {
    this.#state = state;
  }

  /** What the last poll of a group gave; it must have been polled. */
  rows(group: Group): DeviceRows {
    const rows = this.#rows.get(group);
    if (!rows) throw new Error(`group ${group} has not been polled`);
    return rows;
  }

  /** Polls a group at `t`. */
  poll(group: Group, t: number): void {
    this.#rows.set(group, this.#read[group](t));
  }

  readonly #read: Readonly<Record<Group, (t: number) => DeviceRows>> = {
    impianto: t => {
      const { model, controller } = this.#state;
      const plant = readPlant(model, readInverters(model), controller.setPercent < 100);
      return this.#toRows('impianto', t, [plant], plantColumns, null, inverterStates.commLost);
    },
    inverter: t => {
      const inverters = readInverters(this.#state.model);
      return this.#toRows(
        'inverter',
        t,
        inverters,
        inverterColumns,
        this.#electrical(),
        inverterStates.commLost,
      );
    },
    mppt: t => {
      const { model } = this.#state;
      const inputs = readInputs(model, unheard(model.timeline.activeAt(t), 'inverter'));
      return this.#toRows('mppt', t, inputs, mpptColumns, null, deviceStates.commLost);
    },
    stringhe: t =>
      this.#toRows('stringhe', t, readStrings(this.#state.model), stringColumns, null, deviceStates.commLost),
    tracker: t => {
      const { trackers, model } = this.#state;
      const context = trackerContext(model.field.conditions);
      const readings = readTrackers(trackers);
      return this.#toRows('tracker', t, readings, trackerColumns, context, trackerStates.commLost);
    },
    contatori: t =>
      this.#toRows(
        'contatori',
        t,
        readMeters(this.#state.model),
        meterColumns,
        this.#electrical(),
        deviceStates.commLost,
      ),
    sensori: t =>
      this.#toRows('sensori', t, readSensors(this.#state.model), sensorColumns, null, deviceStates.commLost),
    di: t => this.#toRows('di', t, this.#state.inputs.readings, inputColumns, null, deviceStates.commLost),
    spi: t => {
      const { protections, model, grid, frequencyChange } = this.#state;
      const readings = protections.map((protection, index) => ({
        id: index + 1,
        name: model.plan.protections[index]?.name ?? '',
        state: protection.state,
        isSilent: false,
        protection,
      }));
      const { gridVoltage } = model.plan.facts;
      const main = doublePoint.closed;
      const active = model.timeline.activeAt(t);
      const has = (kind: string) => active.some(({ fault }) => fault.kind === kind);
      const context = {
        ...{ grid, gridVoltage, frequencyChange, main, checkDays: checkDays(t) },
        isRemoteTrip: has('remote-trip'),
        isLocal: has('spi-local'),
        isSignalLost: has('spi-signal-lost'),
      };
      return this.#toRows('spi', t, readings, protectionColumns, context, spiStates.unknown);
    },
    cci: t => {
      const { controller, model, grid, reactive } = this.#state;
      const readings = model.plan.controllers.map(({ id, name }) => ({
        ...{ id, name, state: controller.state, isSilent: false, controller },
      }));
      const { gridVoltage } = model.plan.facts;
      const context = {
        grid,
        gridVoltage,
        flows: model.flows,
        reactive: model.meters[1]?.reactive ?? 0,
        reactiveShare: reactive,
        ratedKw: model.plan.ratedKw,
        clockOffset: 4 * noise(model.seed, streams.clockOffset, t, 600),
        certificateDays: certificateDays(t),
      };
      return this.#toRows('cci', t, readings, controllerColumns, context, deviceStates.commLost);
    },
  };

  #electrical(): ElectricalContext {
    const { grid, model } = this.#state;
    const { inverterVoltage, gridVoltage } = model.plan.facts;
    return { grid, inverterVoltage, gridVoltage };
  }

  #toRows<D extends Polled, C>(
    group: Group,
    t: number,
    devices: readonly D[],
    columns: Readonly<Record<string, Column<D, C>>>,
    context: C,
    silentState: number,
  ): DeviceRows {
    const active = this.#state.model.timeline.activeAt(t);
    const isUnheard = unheard(active, group);
    const rows = toRows(devices, columns, {
      context,
      t,
      silentState,
      isUnheard,
      before: this.#rows.get(group),
    });
    return overridden(rows, active, group);
  }
}
