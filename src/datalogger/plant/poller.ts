import { inverterStates, spiStates, trackerStates } from '../../contract/codes';
import type { Group } from '../../contract/points';
import { inputColumns } from './digital-inputs';
import {
  type ElectricalContext,
  type InverterReading,
  inverterColumns,
  type MeterReading,
  meterColumns,
} from './electrical-rows';
import { sensorColumns, stringColumns, trackerColumns, trackerContext } from './field-rows';
import { controllerContext, protectionContext, readControllers, readProtections } from './grid-readings';
import type { LiveState } from './live-state';
import { mpptColumns, readInputs } from './mppt';
import { overridden, unheard } from './overrides';
import { controllerColumns, plantColumns, protectionColumns } from './plant-rows';
import { readInverters, readMeters, readPlant, readSensors, readStrings, readTrackers } from './readings';
import { type Column, type Place, type Polled, placesOf, toRows } from './rows';
import type { Setup } from './setup';
import { controllerPlaces, protectionPlaces } from './setup-grid';
import { stringPlaces } from './setup-strings';
import { signalColumns } from './signal-desk';
import type { DeviceRows } from './source';

/** Reads the devices of a live plant, group by group, as a datalogger polls them. */
export class Poller {
  readonly #state: LiveState;
  readonly #rows = new Map<Group, DeviceRows>();
  #setup: Setup | null = null;

  constructor(state: LiveState) {
    this.#state = state;
  }

  /** Asks what is configured from now on, and at once. */
  follow(setup: Setup, t: number): void {
    this.#setup = setup;
    for (const group of this.#rows.keys()) this.poll(group, t);
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
      const isUnheard = unheard(model.timeline.activeAt(t), 'inverter');
      const asked = this.#inverters().filter(({ service }) => service !== 'disabled');
      const inverters = asked.flatMap(({ id, reading }) =>
        reading ? [{ ...reading, isSilent: reading.isSilent || isUnheard(id) }] : [],
      );
      const meters = this.#meters().flatMap(({ reading }) => reading ?? []);
      const parts = { inverters, unread: asked.length - inverters.length, meters };
      const plant = readPlant(model, parts, controller.setPercent < 100);
      return this.#toRows('impianto', t, placesOf([plant]), plantColumns, null);
    },
    inverter: t => this.#toRows('inverter', t, this.#inverters(), inverterColumns, this.#electrical()),
    mppt: t => {
      const { model } = this.#state;
      const inputs = readInputs(model, unheard(model.timeline.activeAt(t), 'inverter'));
      return this.#toRows('mppt', t, this.#setup?.inputs(inputs) ?? placesOf(inputs), mpptColumns, null);
    },
    stringhe: t => {
      const strings = readStrings(this.#state.model);
      const places = this.#setup ? stringPlaces(this.#setup, strings) : placesOf(strings);
      return this.#toRows('stringhe', t, places, stringColumns, null);
    },
    tracker: t => {
      const { trackers, model } = this.#state;
      const context = trackerContext(model.field.conditions);
      const readings = readTrackers(trackers);
      const places = this.#setup?.trackers(readings) ?? placesOf(readings);
      return this.#toRows('tracker', t, places, trackerColumns, context);
    },
    contatori: t => this.#toRows('contatori', t, this.#meters(), meterColumns, this.#electrical()),
    sensori: t => {
      const sensors = readSensors(this.#state.model);
      const places = this.#setup?.sensors(sensors, t) ?? placesOf(sensors);
      return this.#toRows('sensori', t, places, sensorColumns, null);
    },
    di: t => {
      const { inputs, desk } = this.#state;
      return desk
        ? this.#toRows('di', t, desk.places(inputs.readings), signalColumns, null)
        : this.#toRows('di', t, placesOf(inputs.readings), inputColumns, null);
    },
    spi: t => {
      const readings = readProtections(this.#state);
      const places = this.#setup ? protectionPlaces(this.#setup, readings, t) : placesOf(readings);
      return this.#toRows('spi', t, places, protectionColumns, protectionContext(this.#state, t));
    },
    cci: t => {
      const readings = readControllers(this.#state);
      const places = this.#setup ? controllerPlaces(this.#setup, readings, t) : placesOf(readings);
      return this.#toRows('cci', t, places, controllerColumns, controllerContext(this.#state, t));
    },
  };

  #inverters(): Place<InverterReading>[] {
    const { model } = this.#state;
    const readings = readInverters(model);
    return this.#setup?.inverters(readings, model.field.conditions.poa) ?? placesOf(readings);
  }

  #meters(): Place<MeterReading>[] {
    const readings = readMeters(this.#state.model);
    return this.#setup?.meters(readings) ?? placesOf(readings);
  }

  #electrical(): ElectricalContext {
    const { grid, model } = this.#state;
    const { inverterVoltage, gridVoltage } = model.plan.facts;
    return { grid, inverterVoltage, gridVoltage };
  }

  #toRows<D extends Polled, C>(
    group: Group,
    t: number,
    places: readonly Place<D>[],
    columns: Readonly<Record<string, Column<D, C>>>,
    context: C,
  ): DeviceRows {
    const active = this.#state.model.timeline.activeAt(t);
    const isUnheard = unheard(active, group);
    const rows = toRows(places, columns, {
      context,
      t,
      ...statesOf(group),
      isUnheard,
      before: this.#rows.get(group),
    });
    return overridden(rows, active, group);
  }
}

/** State codes of a device of a group that does not answer, and of one under maintenance. */
function statesOf(group: Group): { readonly silentState: number; readonly maintenanceState: number } {
  const { commLost, maintenance } = inverterStates;
  if (group === 'tracker')
    return { silentState: trackerStates.commLost, maintenanceState: trackerStates.maintenance };
  return { silentState: group === 'spi' ? spiStates.unknown : commLost, maintenanceState: maintenance };
}
