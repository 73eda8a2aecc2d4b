import type { Costs } from '../../../contract/costs';
import { type CostCause, costCauses } from '../../../contract/loss-causes';
import type { TimeBand } from '../../../contract/time-bands';
import type { Snapshot } from '../../plant/snapshot';
import type { PlantFields } from '../../storage/config/plant-config';
import { nextDay } from '../../storage/measures/rollup';
import { rounded } from '../key-figures/indices';
import { YearMemory } from './archived-losses';
import { type FieldDay, fieldDays, meanPrice } from './field-losses';
import { type LearnedSoiling, learnedSoiling } from './learned-soiling';
import type { Losses } from './losses';
import { type Prices, pricesOf } from './money';
import type { Measured, ReportSource } from './part';

/** Whole Wh, and €; those of a plant without prices are null. */
interface Cost {
  wh: number;
  euros: number | null;
}

/** A part of the costs: of an inverter, or (null) of the whole plant. */
interface Part extends Readonly<Cost> {
  readonly device: number | null;
  readonly cause: CostCause;
}

export interface CostSource {
  /** By the band that their energy would have been sold in. */
  readonly byBand: ReadonlyMap<TimeBand | null, Losses>;
  readonly prices: Prices | null;
  readonly days: readonly FieldDay[];
  /** What dirt took: the same numbers as in the waterfall and in the table of cleanings. */
  readonly learned: LearnedSoiling;
  /** € of a kWh of the local day at `from`; null without a price. */
  readonly priceOf: (from: number) => number | null;
  readonly snapshot: Snapshot;
  readonly plantName: string;
}

interface Given {
  readonly plant: PlantFields | null;
  /** Of all years, what inverters lost while they ran is remembered by year. */
  readonly isAll: boolean;
  readonly measured: Measured;
  readonly byBand: CostSource['byBand'];
  /** The local days on which modules were washed. */
  readonly washes: readonly number[];
}

const everyField = new YearMemory<readonly FieldDay[]>();

/** What the costs of a period are made of. */
export function costSourceOf(
  { store, zone, snapshot, facts: { limits } }: ReportSource,
  { plant, isAll, measured: { period }, byBand, washes }: Given,
): CostSource {
  const field = { store, zone, snapshot, limits };
  const { inverter, stringhe } = snapshot.groups;
  const { kwp } = inverter.values;
  const owners = [stringhe.id, stringhe.values.inverter];
  const devices = JSON.stringify([inverter.id, kwp, inverter.planes, ...owners]);
  const asked = { store, zone, from: period.from, to: period.to, explanations: { stops: [], limits: [] } };
  const daysOf = ({ from, to }: { readonly from: number; readonly to: number }) => fieldDays(field, from, to);
  const days = isAll ? everyField.ofYears(asked, devices, daysOf).flat() : daysOf(period);
  // Losses that are not divided by band have no price.
  const prices = byBand.has(null) ? null : pricesOf(plant, zone);
  const known = new Map<number, number>();
  const priceOf = (from: number) => {
    if (!prices) return null;
    const price = known.get(from) ?? meanPrice(store, prices, from, nextDay(zone, from));
    known.set(from, price);
    return price;
  };
  const learned = learnedSoiling({ store, zone, washes }, period.from, period.to);
  return { byBand, prices, days, learned, priceOf, snapshot, plantName: plant?.nome ?? '' };
}

/** All that was lost, by cause and by device: what lost most first. */
export function costsOf(source: CostSource): Costs {
  const parts = [...stopParts(source), ...fieldParts(source)];
  const devices = [...new Set(parts.map(({ device }) => device))];
  const listed = devices.map(id => {
    const own = parts.filter(({ device }) => device === id);
    return { id, nome: nameOf(source, id), ...shown(sumOf(own, source)), cause: byCause(own, source) };
  });
  return {
    ...shown(sumOf(parts, source)),
    cause: byCause(parts, source),
    dispositivi: listed.sort((a, b) => (b.valore ?? b.persa) - (a.valore ?? a.persa) || b.persa - a.persa),
  };
}

/** € of what a stop or an order explains, by the prices of its times; null without prices. */
export function stopWorth(
  { byBand, prices }: Pick<CostSource, 'byBand' | 'prices'>,
  key: string,
): number | null {
  if (!prices) return null;
  const worth = [...byBand].reduce(
    (sum, [band, { byStop }]) =>
      band === null ? sum : sum + ((byStop.get(key)?.wh ?? 0) / 1000) * prices.of(band),
    0,
  );
  return rounded(worth, 5);
}

/** € of what each string lost, by its id. */
export function stringCosts({
  days,
  priceOf,
}: Pick<CostSource, 'days' | 'priceOf'>): Map<number, number | null> {
  const costs = new Map<number, number | null>();
  for (const day of days) {
    const price = priceOf(day.from);
    for (const [id, wh] of day.byString)
      costs.set(id, price === null ? null : (costs.get(id) ?? 0) + (wh / 1000) * price);
  }
  return costs;
}

function* stopParts({ byBand, prices }: CostSource): Generator<Part> {
  for (const [band, { byDevice }] of byBand) {
    const price = prices && band && prices.of(band);
    for (const [device, causes] of byDevice) {
      for (const [cause, { wh }] of causes)
        if (wh > 0) yield { device, cause, wh, euros: price === null ? null : (wh / 1000) * price };
    }
  }
}

function* fieldParts({ days, learned, priceOf }: CostSource): Generator<Part> {
  const soiling: Cost = { wh: 0, euros: 0 };
  for (const day of days) {
    const price = priceOf(day.from);
    const eurosOf = (wh: number) => (price === null ? null : (wh / 1000) * price);
    for (const [device, wh] of day.strings) yield { device, cause: 'stringhe', wh, euros: eurosOf(wh) };
    for (const [device, wh] of day.below) yield { device, cause: 'sotto_mediana', wh, euros: eurosOf(wh) };
  }
  for (const [t, { soiling: wh }] of learned) {
    const price = priceOf(t);
    add(soiling, { wh, euros: price === null ? null : (wh / 1000) * price });
  }
  if (soiling.wh > 0) yield { device: null, cause: 'sporcamento', ...soiling };
}

function add(sum: Cost, { wh, euros }: Readonly<Cost>): void {
  sum.wh += wh;
  sum.euros = sum.euros === null || euros === null ? null : sum.euros + euros;
}

function sumOf(parts: readonly Part[], { prices }: CostSource): Cost {
  const sum: Cost = { wh: 0, euros: prices && 0 };
  for (const part of parts) add(sum, part);
  return sum;
}

const shown = ({ wh, euros }: Cost) => ({ persa: wh / 1000, valore: rounded(euros, 5) });

function byCause(parts: readonly Part[], source: CostSource): Costs['cause'] {
  return costCauses
    .flatMap(causa => {
      const own = parts.filter(({ cause }) => cause === causa);
      return own.length === 0 ? [] : [{ causa, ...shown(sumOf(own, source)) }];
    })
    .sort((a, b) => b.persa - a.persa);
}

function nameOf({ snapshot, plantName }: CostSource, device: number | null): string {
  if (device === null) return plantName;
  const { id, nome } = snapshot.groups.inverter;
  return nome[id.indexOf(device)] ?? String(device);
}
