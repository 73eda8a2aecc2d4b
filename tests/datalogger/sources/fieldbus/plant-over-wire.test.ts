import { afterEach, expect, test } from 'vitest';
import { isDer } from '../../../../scripts/plant-server/devices';
import { hasVoltages } from '../../../../scripts/plant-server/other-devices';
import { quality } from '../../../../src/contract/codes';
import type { Configuration } from '../../../../src/contract/config/kinds';
import type { Group } from '../../../../src/contract/points';
import type { DeviceRows, Snapshot } from '../../../../src/datalogger/plant/snapshot';
import type { PlantSize } from '../../../../src/datalogger/sources/simulator/sizes';
import { plantOverWire } from '../../../support/field-over-wire';
import { isLong, rounds } from '../../../support/long';
import { waitMs } from '../../../support/patience';
import { simulatedTestPlant } from '../../../support/simulated-plant';

const noonS = Date.parse('2026-06-10T12:00:00+02:00') / 1000;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** What SunSpec has of each group: by how much a value may differ, which is half of the step in which the device gives it. */
const comparable: Partial<Record<Group, Readonly<Record<string, number>>>> = {
  inverter: {
    pac: 0.051,
    qac: 0.051,
    sac: 0.11,
    uab: 0.051,
    ubc: 0.051,
    uca: 0.051,
    ia: 0.051,
    ib: 0.051,
    ic: 0.051,
    fac: 0.0051,
    pdc: 0.051,
    udc: 0.051,
    idc: 0.051,
    etot: 0.0051,
    tcab: 0.051,
    tsnk: 0.051,
    riso: 0.51,
    plim: 0.51,
    evt: 0,
    stato: 0,
    pn: 0,
    kwp: 0,
    ingressi: 0,
  },
  mppt: { u: 0.051, i: 0.0051, p: 0.0051, inverter: 0, ingresso: 0 },
  stringhe: { i: 0.0051, u: 0.051, evt: 0, quadro: 0, inverter: 0 },
  tracker: { ang: 0.0051, tgt: 0.0051, modo: 0, settore: 0 },
  contatori: {
    ua: 0.51,
    ub: 0.51,
    uc: 0.51,
    uab: 0.51,
    ubc: 0.51,
    uca: 0.51,
    f: 0.0051,
    ruolo: 0,
    ia: 0.51,
    ib: 0.51,
    ic: 0.51,
    p: 0.51,
    qac: 0.51,
    e_imm: 0.51,
    e_prel: 0.51,
    er1: 0.51,
    er2: 0.51,
    er3: 0.51,
    er4: 0.51,
  },
  sensori: { v: 0.51, tipo: 0 },
  di: { v: 0, raw: 0, tipo: 0 },
};

const columnOf = (rows: DeviceRows, point: string) =>
  point === 'stato' ? rows.stato : (rows.values[point] ?? []);

const counters = ['e_imm', 'e_prel', 'er1', 'er2', 'er3', 'er4'];

/** What SunSpec can say of a value: a counter that never counted is absent. */
const toldOf = (point: string, value: number | null | undefined) =>
  counters.includes(point) && value === 0 ? null : (value ?? null);

/** Boxes of model 403 have one voltage for all inputs: that of their first. An inverter with 714 has the voltages of its ports alone. */
function isTold(group: Group, point: string, { id, name }: Row, configuration: Configuration): boolean {
  if (group === 'inverter' && point === 'udc') return !isDer({ id });
  if (group !== 'stringhe' || point !== 'u') return true;
  const box = configuration['box-stringhe'].find(({ nome }) => name.startsWith(`${nome} S`));
  return box !== undefined && (hasVoltages(box) || name.endsWith('S01'));
}

interface Row {
  readonly id: number;
  readonly name: string;
}

/** Ports of model 714 share the step of the sums of their inverter. */
function stepOf(group: Group, step: number, inverter: number | null | undefined): number {
  return group === 'mppt' && step !== 0 && isDer({ id: inverter ?? 0 }) ? Math.max(step, 0.051) : step;
}

/** Values that differ by more than their step, and devices that one of the two lacks. */
function differences(field: Snapshot, own: Snapshot, configuration: Configuration) {
  const found: unknown[] = [];
  let compared = 0;
  for (const [group, points] of Object.entries(comparable) as [Group, Record<string, number>][]) {
    const [read, simulated] = [field.groups[group], own.groups[group]];
    const rowOf = new Map(simulated.nome.map((name, index) => [name, index]));
    for (const [row, name] of read.nome.entries()) {
      const other = rowOf.get(name) ?? -1;
      if (other < 0 || read.q[row] !== quality.good) found.push([group, name, read.q[row]]);
      for (const [point, step] of Object.entries(points)) {
        if (!isTold(group, point, { id: read.id[row] ?? 0, name }, configuration)) continue;
        const [a, b] = [columnOf(read, point)[row] ?? null, toldOf(point, columnOf(simulated, point)[other])];
        compared++;
        if (
          a === null
            ? b !== null
            : b === null || Math.abs(a - b) > stepOf(group, step, read.values.inverter?.[row])
        )
          found.push([group, name, point, a, b]);
      }
    }
  }
  return { compared, found };
}

const isHeard = ({ groups }: Snapshot) =>
  (Object.keys(comparable) as Group[]).every(group => groups[group].q.every(q => q === quality.good)) &&
  groups.inverter.values.riso?.every(value => value !== null) === true;

/** How fast the clock of the reader runs. A fast one leaves a large plant too little real time to answer. */
const speedOf = (size: PlantSize) => (size === 'small' || size === 'medium' ? 5 : 1);
const sizes: readonly PlantSize[] = isLong ? ['small', 'medium', 'large', 'xl'] : ['small', 'medium'];

test.each(sizes)(
  'the plant %s over the wire is the simulated one, to half a step of its registers',
  async size => {
    const beganMs = performance.now();
    const options = { size, seed: 3, startAt: noonS, hasNaturalFaults: false };
    const { plant, server } = await started(plantOverWire({ ...options, speed: speedOf(size) }));
    await expect.poll(() => isHeard(plant.snapshot()), { timeout: rounds(waitMs, 5 * waitMs) }).toBe(true);
    const heardMs = performance.now() - beganMs;
    const own = simulatedTestPlant(options);
    const { compared, found } = differences(plant.snapshot(), own.snapshot(), server.configuration);
    expect(found).toEqual([]);
    const { inverters, trackers, 'box-stringhe': boxes } = server.configuration;
    expect(plant.snapshot().groups.stringhe.id.length).toBe(own.snapshot().groups.stringhe.id.length);
    expect(compared).toBeGreaterThan(22 * inverters.length + 4 * trackers.length + 20 * boxes.length);
    console.info(
      `${size}: ${compared} values compared; all heard after ${(heardMs / 1000).toFixed(1)} s and ${server.requests} requests`,
    );
  },
);

async function started<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const each = await starting;
  open.push(each);
  return each;
}
