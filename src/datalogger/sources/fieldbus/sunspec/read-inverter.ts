import type { MissingPart } from '../../../../contract/bus';
import { deviceStates } from '../../../../contract/codes';
import type { RecordOf } from '../../../../contract/config/kinds';
import type { DeviceMap, Job, MappedDevice, Reading, Registers } from '../device-driver';
import { SunSpecControls } from './controls';
import { derSays } from './map-der';
import { allEvents, type DcInput, eventsOf, inputSays, inputsOf160, inputsOf714 } from './map-inputs';
import { inverterSays } from './map-inverter';
import {
  blockRequests,
  type Found,
  headerOf,
  headRequests,
  modelOf,
  modelsOf,
  mostInputs,
  pointsOf,
  readerOf,
} from './plan';

type Inverter = Pick<RecordOf<'inverters'>, 'istanza' | 'polling' | 'mppt'>;

/** Integer models before float models: makers fill them with more care. */
const inverterIds = [103, 101, 102, 113, 111, 112] as const;
/** Registers of 701 up to its last scale factor; the text after them is not needed. */
const neededOf701 = 121;
/** Seconds between two reads of the inputs, and of status and controls. */
const every = { inputs: 15, settings: 60 } as const;

/** The models of an inverter. */
interface InverterModels {
  readonly main: Found;
  readonly status: Found | null;
  /** 123; 704 of an inverter whose main model is 701. */
  readonly controls: Found | null;
  /** 121 or 702. */
  readonly rating: Found | null;
  /** 160 or 714. */
  readonly inputs: Found | null;
}

function mainOf(map: DeviceMap, device: MappedDevice): Found | null {
  const der = modelOf(map, device, 701);
  if (der && der.mapped.length >= neededOf701) return der;
  const usual = modelsOf(map, device, inverterIds);
  const best = inverterIds.flatMap(id => usual.find(({ mapped }) => mapped.id === id) ?? [])[0];
  return best ?? der;
}

/** The inverter that a record means: they are counted from 1 through the devices of the unit. */
function inverterOf(map: DeviceMap, { istanza }: Pick<Inverter, 'istanza'>): InverterModels | null {
  const all = map.devices.flatMap(device => {
    const main = mainOf(map, device);
    return main ? [{ device, main }] : [];
  });
  const own = all[istanza - 1];
  if (!own) return null;
  const { device, main } = own;
  const isDer = main.mapped.id === 701;
  const [ports, inputs] = [modelOf(map, device, 714), modelOf(map, device, 160)];
  return {
    main,
    status: modelOf(map, device, 122),
    controls: modelOf(map, device, isDer ? 704 : 123),
    rating: modelOf(map, device, isDer ? 702 : 121),
    inputs: isDer ? (ports ?? inputs) : (inputs ?? ports),
  };
}

const nameOf = ({ mapped }: Found) => String(mapped.id);

/** One job for each model: a device may refuse one of them. */
export function readInverter(map: DeviceMap, record: Inverter): Job[] {
  const models = inverterOf(map, record);
  if (!models) return [];
  const { main, status, controls, inputs } = models;
  const { polling } = record;
  const fast: Job = {
    name: nameOf(main),
    class: 'fast',
    isMain: true,
    everyS: polling,
    requests: headRequests(main, main.mapped.id === 701 ? neededOf701 : undefined),
    expects: [headerOf(main)],
  };
  const settings = [status, controls].flatMap((found): Job[] =>
    found
      ? [
          {
            name: nameOf(found),
            class: 'slow',
            isMain: false,
            everyS: Math.max(every.settings, polling),
            requests: headRequests(found),
            expects: [headerOf(found)],
          },
        ]
      : [],
  );
  const mid: Job[] = inputs
    ? [
        {
          name: nameOf(inputs),
          class: 'mid',
          isMain: false,
          everyS: Math.max(every.inputs, polling),
          requests: blockRequests(inputs, mostInputs),
          expects: [headerOf(inputs)],
        },
      ]
    : [];
  return [fast, ...mid, ...settings].filter(({ requests }) => requests.length > 0);
}

/** How it is commanded; null where it has no model for that. */
export function controlsOf(map: DeviceMap, record: Pick<Inverter, 'istanza'>): SunSpecControls | null {
  const models = inverterOf(map, record);
  return models?.controls ? new SunSpecControls(models.controls, models.rating) : null;
}

/** What of an inverter is missing in a map that may be cut. */
export function missingIn(map: DeviceMap, record: Pick<Inverter, 'istanza'>): MissingPart[] {
  const models = inverterOf(map, record);
  if (!models) return ['valori', 'ingressi', 'comandi'];
  return [...(models.inputs ? [] : ['ingressi' as const]), ...(models.controls ? [] : ['comandi' as const])];
}

function inputsIn(found: Found | null, registers: Registers): DcInput[] {
  if (!found) return [];
  const reader = readerOf(found, registers);
  const count = Math.min(reader.blockCount, mostInputs);
  const blocks = Array.from({ length: count }, (_, index) => reader.block(index));
  return found.mapped.id === 714 ? inputsOf714(blocks) : inputsOf160(blocks);
}

/** What an inverter and its inputs say. */
export function inverterReadings(map: DeviceMap, record: Inverter, registers: Registers): Reading[] {
  const models = inverterOf(map, record);
  if (!models) return [];
  const main = pointsOf(models.main, registers);
  const inputs = inputsIn(models.inputs, registers);
  const status = pointsOf(models.status, registers);
  const controls = models.controls && pointsOf(models.controls, registers);
  const { id } = models.main.mapped;
  const dc = pointsOf(models.inputs?.mapped.id === 714 ? models.inputs : null, registers);
  const said =
    id === 701
      ? derSays({ main, status, controls, dc, inputs })
      : inverterSays(id, { main, status, controls, inputs });
  const { state } = said;
  const ofInputs = models.inputs ? eventsOf(pointsOf(models.inputs, registers)) : null;
  const values = {
    ...said.values,
    evt: allEvents(said.values.evt ?? null, [...inputs, { events: ofInputs }]),
  };
  const job = nameOf(models.main);
  // Inverters without a counter in their main model may have one in the model of the status.
  const isCounterOfStatus = id !== 701 && models.status !== null && (main.WH ?? null) === null;
  const jobOf = models.status && isCounterOfStatus ? { jobOf: { etot: nameOf(models.status) } } : {};
  const own: Reading[] =
    Object.keys(main).length === 0 ? [] : [{ group: 'inverter', part: 0, job, state, values, ...jobOf }];
  return [...own, ...inputReadings(models.inputs, inputs, record, registers)];
}

/** The inputs that the record says there are; one that is not used, or asleep, has no values. */
function inputReadings(
  found: Found | null,
  inputs: readonly DcInput[],
  { mppt }: Inverter,
  registers: Registers,
): Reading[] {
  if (!found || Object.keys(pointsOf(found, registers)).length === 0) return [];
  const byNumber = new Map(inputs.map(input => [input.number, input]));
  const unused = { watt: null, volt: null, ampere: null, events: null };
  return Array.from({ length: Math.min(mppt, mostInputs) }, (_, index): Reading => {
    const number = index + 1;
    const input = byNumber.get(number) ?? { number, ...unused };
    return {
      group: 'mppt',
      part: number,
      job: nameOf(found),
      state: deviceStates.good,
      values: inputSays(input),
    };
  });
}
