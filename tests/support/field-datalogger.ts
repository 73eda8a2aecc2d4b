import { setImmediate } from 'node:timers/promises';
import type { AlarmPage } from '../../src/contract/alarms';
import type { ConfigKind } from '../../src/contract/config/kinds';
import { SteadyClock } from '../../src/datalogger/core/time/steady-clock';
import type { DeviceDriver } from '../../src/datalogger/sources/fieldbus/device-driver';
import { FieldPlant, type FieldPlantOptions } from '../../src/datalogger/sources/fieldbus/field-plant';
import { dialThrough } from '../../src/datalogger/sources/fieldbus/modbus/connection';
import { newRecord } from './config-records';
import { startDatalogger, type TestDatalogger, type TestOptions } from './datalogger';
import { eventually } from './eventually';
import { examplePlant } from './example-calls';
import { localGuard } from './local-guard';
import { registerDriver } from './register-driver';

/** The real datalogger with devices on a bus of this machine. */
export interface FieldDatalogger extends TestDatalogger {
  readonly field: FieldPlant;
  /** Lets seconds pass, `stepS` at a time; in each step everything that is due is asked and answered, whatever that takes. */
  pass(seconds: number, stepS?: number): Promise<void>;
  /** Configures a device as a person does. */
  add(kind: ConfigKind, changes: object): Promise<void>;
  /** The value of a point in the row of a device that is shown now. */
  shown(
    group: 'inverter' | 'impianto' | 'contatori' | 'di',
    point: string,
    row?: number,
  ): number | null | undefined;
  /** Codes and names of the alarms that are active and not hidden. */
  alarms(): Promise<string[]>;
}

/** Turns of the event loop for which answers are waited for before it is looked less often. */
const quickTurns = 500;

/** `driver`: what all devices are read with, or what each of them is. */
export async function startFieldDatalogger(
  options: TestOptions & { readonly driver?: DeviceDriver | FieldPlantOptions['driverOf'] } & Pick<
      FieldPlantOptions,
      'profiles'
    > = {},
): Promise<FieldDatalogger> {
  const { driver = registerDriver } = options;
  let field: FieldPlant | undefined;
  const datalogger = await startDatalogger({
    hasOneClock: true,
    guard: localGuard,
    ...options,
    source: (_, clock, kept) => {
      const guard = options.guard ?? localGuard;
      field = new FieldPlant({
        dial: dialThrough(guard),
        clock: new SteadyClock(clock),
        driverOf: typeof driver === 'function' ? driver : () => driver,
        kept,
        ...(options.profiles && { profiles: options.profiles }),
      });
      return field;
    },
  });
  if (!field) throw new Error('no source was asked for');
  const { engine } = field;
  const token = datalogger.login('admin');
  const post = async (path: string, json: unknown) => {
    const response = await datalogger.request(`/api/${path}`, { method: 'POST', token, json });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  if (datalogger.config.plantConfig.read() === null)
    await post('impianto', {
      ...examplePlant,
      fuso: 'Europe/Rome',
      lat: 41.9,
      long: 12.5,
      tilt: 30,
      azimut: 180,
    });
  return {
    ...datalogger,
    field,
    async pass(seconds, stepS = 1) {
      const isWaiting = () => field?.commander.isBusy || engine.units.some(({ isBusy }) => isBusy);
      for (; seconds > 0; seconds -= stepS) {
        datalogger.plantClock.advance(1000 * Math.min(stepS, seconds));
        engine.tick();
        field?.commander.tick();
        // Most answers come within a turn or two of the event loop.
        for (let turn = 0; turn < quickTurns && isWaiting(); turn++) await setImmediate();
        if (isWaiting())
          await eventually(() => {
            if (isWaiting()) throw new Error('a device is waited for');
          });
        datalogger.bringUpToDate();
      }
    },
    add: (kind, changes) => post(`config/${kind}`, newRecord(kind, { ...protocolOf(kind), ...changes })),
    shown: (group, point, row = 0) => datalogger.plant.snapshot().groups[group].values[point]?.[row],
    async alarms() {
      const response = await datalogger.request('/api/allarmi', { token });
      const page: AlarmPage = await response.json();
      const shown = page.righe.filter(({ stato }) => stato !== 'soppresso');
      return shown.map(({ codice, nome }) => `${codice} ${nome}`);
    },
  };
}

/** What is spoken with a kind of device; a digital signal is read by its module. */
function protocolOf(kind: ConfigKind): object {
  if (kind === 'digital-signals') return {};
  return { protocollo: kind === 'moduli-io' ? 'modbus-tcp' : 'sunspec-tcp' };
}
