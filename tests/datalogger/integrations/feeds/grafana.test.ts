import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { hasVictoria, victoriaMetrics } from '../../../support/engines';
import { exampleInflux } from '../../../support/example-services';
import { localGuard } from '../../../support/local-guard';
import { longPatience, rounds } from '../../../support/long';
import { serviceCalls } from '../../api/routes/services-support';

const deployed = new URL('../../../../deploy/grafana/', import.meta.url);
const folder = new URL('dashboards/', deployed);

/*
 * The classic dashboard model that Grafana publishes (documentation "Dashboard JSON model", and the schemas of its panels), as far as these
 * dashboards use it: a field that is misspelt is refused.
 */
const Datasource = v.strictObject({ type: v.literal('prometheus'), uid: v.literal('victoriametrics') });
const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const Target = v.strictObject({
  refId: v.pipe(v.string(), v.regex(/^[A-Z]$/)),
  datasource: Datasource,
  expr: v.pipe(v.string(), v.minLength(1)),
  legendFormat: v.string(),
  instant: v.boolean(),
  range: v.boolean(),
});
const Reduce = v.strictObject({ calcs: v.array(v.string()), fields: v.string(), values: v.boolean() });
const optionsOf = {
  stat: v.strictObject({
    reduceOptions: Reduce,
    orientation: v.picklist(['auto', 'horizontal', 'vertical']),
    textMode: v.picklist(['auto', 'value', 'value_and_name', 'name', 'none']),
    colorMode: v.picklist(['none', 'value', 'background']),
    graphMode: v.picklist(['none', 'line', 'area']),
    justifyMode: v.picklist(['auto', 'center']),
  }),
  bargauge: v.strictObject({
    reduceOptions: Reduce,
    orientation: v.picklist(['auto', 'horizontal', 'vertical']),
    displayMode: v.picklist(['basic', 'lcd', 'gradient']),
    valueMode: v.picklist(['color', 'text', 'hidden']),
    showUnfilled: v.boolean(),
    minVizWidth: Whole,
    minVizHeight: Whole,
  }),
  timeseries: v.strictObject({
    legend: v.strictObject({
      displayMode: v.picklist(['list', 'table', 'hidden']),
      placement: v.picklist(['bottom', 'right']),
      showLegend: v.boolean(),
      calcs: v.array(v.string()),
    }),
    tooltip: v.strictObject({
      mode: v.picklist(['single', 'multi', 'none']),
      sort: v.picklist(['none', 'asc', 'desc']),
    }),
  }),
};
const Curve = v.strictObject({
  drawStyle: v.picklist(['line', 'bars', 'points']),
  lineWidth: Whole,
  fillOpacity: Whole,
  showPoints: v.picklist(['auto', 'never', 'always']),
  spanNulls: v.boolean(),
  stacking: v.strictObject({ mode: v.picklist(['none', 'normal', 'percent']), group: v.string() }),
});
const Step = v.strictObject({ color: v.string(), value: v.nullable(v.number()) });
const Panel = v.strictObject({
  id: Whole,
  type: v.picklist(['stat', 'bargauge', 'timeseries']),
  title: v.string(),
  description: v.string(),
  datasource: Datasource,
  gridPos: v.strictObject({
    x: Whole,
    y: Whole,
    w: v.pipe(Whole, v.minValue(1)),
    h: v.pipe(Whole, v.minValue(1)),
  }),
  targets: v.pipe(v.array(Target), v.minLength(1)),
  fieldConfig: v.strictObject({
    defaults: v.strictObject({
      unit: v.string(),
      color: v.strictObject({ mode: v.picklist(['thresholds', 'palette-classic']) }),
      mappings: v.array(v.unknown()),
      thresholds: v.strictObject({ mode: v.literal('absolute'), steps: v.array(Step) }),
      decimals: v.optional(Whole),
      custom: v.optional(Curve),
      min: v.optional(v.number()),
      max: v.optional(v.number()),
    }),
    overrides: v.array(v.unknown()),
  }),
  options: v.record(v.string(), v.unknown()),
});
const Variable = v.strictObject({
  name: v.string(),
  label: v.string(),
  type: v.literal('query'),
  datasource: Datasource,
  query: v.strictObject({ query: v.string(), refId: v.string() }),
  definition: v.string(),
  refresh: v.picklist([0, 1, 2]),
  sort: Whole,
  multi: v.boolean(),
  includeAll: v.boolean(),
  hide: v.picklist([0, 1, 2]),
  options: v.array(v.unknown()),
  current: v.strictObject({}),
});
const Dashboard = v.strictObject({
  id: v.null(),
  uid: v.pipe(v.string(), v.regex(/^[\w-]{8,40}$/)),
  title: v.string(),
  tags: v.array(v.string()),
  timezone: v.literal('browser'),
  editable: v.boolean(),
  graphTooltip: v.picklist([0, 1, 2]),
  time: v.strictObject({ from: v.string(), to: v.string() }),
  refresh: v.string(),
  schemaVersion: v.number(),
  version: v.number(),
  links: v.array(v.unknown()),
  annotations: v.strictObject({ list: v.array(v.unknown()) }),
  templating: v.strictObject({ list: v.array(Variable) }),
  panels: v.array(Panel),
});
type Board = v.InferOutput<typeof Dashboard>;

const names = readdirSync(folder);
const boards = new Map(
  names.map(name => [name, v.parse(Dashboard, JSON.parse(readFileSync(new URL(name, folder), 'utf8')))]),
);
const queriesOf = ({ panels }: Board) =>
  panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, refId }) => [`${title} ${refId}`, expr] as const),
  );

const noon = Date.parse('2026-06-10T12:00:00Z') / 1000;
/** What Grafana puts in for its own variables. */
const filled = (expr: string, plant: string) =>
  expr.replaceAll('$__range', '12h').replaceAll('$__interval', '5m').replaceAll('$plant', plant);

describe.each(names)('%s', name => {
  test('is of the model that Grafana publishes: its panels have ids of their own, and none covers another', () => {
    const { panels } = boards.get(name) as Board;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = new Set<string>();
    for (const { type, options, gridPos, title } of panels) {
      v.parse(optionsOf[type], options);
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(cells.has(`${x} ${y}`), title).toBe(false);
          cells.add(`${x} ${y}`);
        }
      }
    }
  });
});

describe.skipIf(!hasVictoria)('three plants in VictoriaMetrics', () => {
  let database: Awaited<ReturnType<typeof victoriaMetrics>>;
  const plants = ['Masseria Alta', 'Cascina Bassa', 'Tenuta "Sole", 1=2'];
  const dataloggers: TestDatalogger[] = [];
  let t = 0;

  beforeAll(async () => {
    database = await victoriaMetrics();
    await database.start();
    for (const [index, plant] of plants.entries()) {
      dataloggers.push(
        await giving(plant, database.url, { seed: index + 1, size: index === 0 ? 'medium' : 'small' }),
      );
    }
    await database.flush();
    t = noon + 60;
  });
  afterAll(async () => {
    for (const datalogger of dataloggers) await datalogger.close();
    await database.close();
  });

  test('every query of the fleet answers for each plant, or with one number for all', async () => {
    for (const [title, expr] of queriesOf(boards.get('fleet.json') as Board)) {
      const found = await database.query(filled(expr, ''), t);
      const isSum = /^(sum|count)\(/.test(expr);
      expect(found, title).toHaveLength(isSum ? 1 : plants.length);
      if (!isSum) expect(found.map(({ metric }) => metric.plant).sort(), title).toEqual([...plants].sort());
      for (const { value } of found) expect(Number(value[1]), title).toBeGreaterThanOrEqual(0);
    }
  });

  test('every query of a plant answers for that plant alone', async () => {
    for (const plant of plants.slice(0, 2)) {
      for (const [title, expr] of queriesOf(boards.get('plant.json') as Board)) {
        const found = await database.query(filled(expr, plant), t);
        expect(found.length, title).toBeGreaterThan(0);
        for (const { metric, value } of found) {
          if (metric.plant !== undefined) expect(metric.plant, title).toBe(plant);
          expect(Number.isFinite(Number(value[1])), title).toBe(true);
        }
      }
    }
    const [variable] = (boards.get('plant.json') as Board).templating.list;
    const values = await fetch(`${database.url}/api/v1/label/plant/values?start=${t - 86_400}&end=${t}`);
    expect(variable?.definition).toBe('label_values(impianto_pac, plant)');
    expect((await values.json()).data.sort()).toEqual([...plants].sort());
  });

  test('the performance ratio of a time is the one of the API', async () => {
    const [datalogger] = dataloggers;
    if (!datalogger) throw new Error('no plant');
    const midnight = noon - 14 * 3600;
    const ratio = `100 * sum_over_time(impianto_pr_num{plant="${plants[0]}"}[14h]) / sum_over_time(impianto_pr_den{plant="${plants[0]}"}[14h])`;
    const [found] = await database.query(ratio, noon + 60);
    const { body } = await serviceCalls(datalogger).get('dati_impianto/monthly?m=impianto.pr&d=2026-06');
    const day = body.colonne.t.indexOf(midnight);
    expect(Number(found?.value[1])).toBeCloseTo(body.colonne['impianto.pr'][day], 1);
  });
});

const fleetSize = rounds(4, 50);

describe.skipIf(!hasVictoria)(`${fleetSize} dataloggers into one VictoriaMetrics`, () => {
  test('every query of the fleet over a day of minutes takes less than a second, and has the numbers of each API', {
    ...longPatience,
  }, async () => {
    const database = await victoriaMetrics();
    await database.start();
    const told = new Map<string, number>();
    for (let n = 1; n <= fleetSize; n++) {
      const datalogger = await giving(`P${n}`, database.url, { seed: n });
      const calls = serviceCalls(datalogger);
      const { fino } = (await calls.get('condivisione-dati/flussi')).body.influx;
      const { body } = await calls.get('dati_impianto/daily?m=impianto.eday&d=2026-06-10&passo=1');
      const energies: readonly number[] = body.colonne['impianto.eday'];
      const sent = energies.filter((_, row) => body.colonne.t[row] < fino);
      told.set(
        `P${n}`,
        sent.reduce((sum, energy) => sum + energy, 0),
      );
      await datalogger.close();
    }
    await database.flush();
    let longestMs = 0;
    for (const { title, type, targets } of boards.get('fleet.json')?.panels ?? []) {
      for (const { expr } of targets) {
        const query = expr.replaceAll('$__range', '1d').replaceAll('$__interval', '5m');
        const since = performance.now();
        const found = await database[type === 'timeseries' ? 'range' : 'query'](query, noon);
        longestMs = Math.max(longestMs, performance.now() - since);
        expect(found, title).toHaveLength(/^(sum|count)\(/.test(expr) ? 1 : fleetSize);
      }
    }
    console.log(
      `${fleetSize} dataloggers, a day of minutes each: slowest query of the fleet ${Math.round(longestMs)} ms`,
    );
    expect(longestMs).toBeLessThan(1000);
    const energies = await database.query('sum_over_time(impianto_eday[14h10m])', noon + 600);
    expect(energies).toHaveLength(fleetSize);
    for (const { metric, value } of energies)
      expect(Number(value[1]), metric.plant).toBeCloseTo(told.get(metric.plant ?? '') ?? Number.NaN, 3);
    await database.close();
  });
});

/** A plant of that name that has given a day of its past to a database. */
async function giving(
  name: string,
  url: string,
  { seed = 1, size = 'small' as 'small' | 'medium', storia = 1 } = {},
): Promise<TestDatalogger> {
  const at = new Date(noon * 1000).toISOString();
  const datalogger = await startDatalogger({ at, guard: localGuard, historyDays: 1, seed, size });
  const fields = datalogger.config.plantConfig.read()?.fields;
  if (fields) datalogger.config.plantConfig.change({ fields: { ...fields, nome: name } });
  const contenuto = ['impianto', 'inverter', 'contatori', 'sensori'] as const;
  const { status } = await serviceCalls(datalogger).put('condivisione-dati/influx', {
    ...exampleInflux,
    url,
    utente: '',
    storia,
    contenuto,
  });
  expect(status).toBe(200);
  await datalogger.run(190);
  await datalogger.settled();
  await datalogger.run(1);
  await datalogger.settled();
  return datalogger;
}

test('G16: database and Grafana speak plain http to this machine alone, unless another address is named', () => {
  const compose = readFileSync(new URL('docker-compose.yml', deployed), 'utf8');
  const ports = [...compose.matchAll(/^ +- "(.*):\d+:\d+"$/gm)].map(([, address = '']) => address);
  expect(ports.map(address => address.slice(1))).toEqual(['{LISTEN:-127.0.0.1}', '{LISTEN:-127.0.0.1}']);
});
