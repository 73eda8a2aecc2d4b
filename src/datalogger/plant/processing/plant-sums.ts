import { inverterStates, meterRoles, powerSources, quality, usualValidS } from '../../../contract/codes';
import type { Configuration } from '../../../contract/config/kinds';
import type { Answer, FigureLimits, Light, PlantCounters } from '../source';
import { expectedDirect, expectedPower } from './expected-power';
import { isFeeding, summable } from './inverters';
import { type MeterRole, meterPower, roleOf } from './meters';
import type { ConfiguredDevice, ValuesOf } from './rows';

/** The ratio of a day is null below this irradiation, kWh/m². */
const tellingIrradiation = 0.02;

/** Share of a day's energy that was made while the irradiance was measured; 1 before there is any. */
export const matchedShare = ({ energyDay, matchedDay }: Pick<PlantCounters, 'energyDay' | 'matchedDay'>) =>
  energyDay > 0 ? matchedDay / energyDay : 1;

/** The smaller share for which `pr` and `eattesa` hold: a plant that expects nothing has no share of it. */
const coveredShare = (counters: PlantCounters) =>
  counters.energyDay > 0 && counters.expectedDay > 0
    ? Math.min(matchedShare(counters), counters.comparedDay / counters.energyDay)
    : matchedShare(counters);

/**
 * Performance ratio in % (IEC 61724-1: final over reference yield, both times the peak power) of an energy and of the reference energy of
 * the `share` of it in which the irradiance was measured; null where that is less than the least coverage, and before there is enough light.
 */
export function matchedRatio(
  { kwh, share, referenceKwh, irradiation }: Record<'kwh' | 'share' | 'referenceKwh' | 'irradiation', number>,
  { coverage }: FigureLimits,
): number | null {
  const isTelling = irradiation >= tellingIrradiation && referenceKwh > 0;
  return isTelling && 100 * share >= coverage.least ? (100 * kwh * share) / referenceKwh : null;
}

/** Availability in % of the useful kWp s; null before the first. */
export function availability(useful: number, lost: number): number | null {
  return useful > 0 ? 100 * (1 - lost / useful) : null;
}

/** The state of the plant: what most of its responding inverters do. */
export function plantState(states: readonly number[], isCurtailed: boolean): number {
  const { commLost, fault, mppt, throttled } = inverterStates;
  const responding = states.filter(state => state !== commLost);
  if (responding.length === 0) return commLost;
  if (responding.every(state => state === fault)) return fault;
  const limited = responding.filter(state => state === throttled).length;
  const feeding = responding.filter(state => state === mppt).length + limited;
  if (feeding > 0) return isCurtailed || limited * 2 > feeding ? throttled : mppt;
  const idle = responding.filter(state => state !== fault).sort((a, b) => a - b);
  return idle[Math.floor(idle.length / 2)] ?? fault;
}

/** Configured kWp and kW of the inverters that are asked. */
export interface Design {
  readonly peakKwp: number;
  readonly ratedKw: number;
}

export function designOf({ inverters }: Pick<Configuration, 'inverters'>): Design {
  const asked = inverters.filter(({ abilitato }) => abilitato);
  return {
    peakKwp: asked.reduce((sum, { kwp }) => sum + kwp, 0),
    ratedKw: asked.reduce((sum, { pn }) => sum + pn, 0),
  };
}

/** Values of the plant's sensors: W/m² on the modules' plane, °C of modules and air; null where none answers. */
export interface Weather {
  readonly poa: number | null;
  /** Whether the sensors of `poa` disagree, so that nothing is counted with it. */
  readonly isLightDoubted: boolean;
  readonly cell: number | null;
  /** Whether `cell` is computed of air, irradiance and wind, because no sensor measures it. */
  readonly isCellComputed?: boolean;
  readonly ambient: number | null;
}

/** Expected power now, kW; null where irradiance, module temperature or the share of light that passes the glass is not known. */
export function expectedNow(
  design: Design,
  { poa, cell }: Pick<Weather, 'poa' | 'cell'>,
  light: Light | null,
): number | null {
  return poa === null || cell === null || light === null ? null : expectedPower(design, poa, cell, light);
}

/** Expected DC power of clean modules now, kW; null as `expectedNow`. */
function expectedDirectNow(
  design: Design,
  { poa, cell }: Pick<Weather, 'poa' | 'cell'>,
  light: Light | null,
): number | null {
  return poa === null || cell === null || light === null ? null : expectedDirect(design, poa, cell, light);
}

/** What the plant's own values are computed from. */
export interface PlantParts {
  readonly configuration: Pick<Configuration, 'inverters' | 'contatori' | 'sensori' | 'cci'>;
  /** Answers by record id. */
  readonly inverters: ReadonlyMap<number, Answer>;
  readonly meters: ReadonlyMap<number, Answer>;
  readonly controllers: ReadonlyMap<number, Answer>;
  readonly sensors: ReadonlyMap<number, Answer>;
  readonly weather: Weather;
  readonly light: Light | null;
  readonly counters: PlantCounters;
  readonly limits: FigureLimits;
  /** kWh that the plant has ever made (counters/plant-total.ts); null where that is not known, left out where the source counts. */
  readonly total?: number | null | undefined;
}

/** The sum over the devices that have the value; null where none does. */
function sumOf(answers: readonly Answer[], read: (answer: Answer) => number | null): number | null {
  let total: number | null = null;
  for (const answer of answers) {
    const value = read(answer);
    if (value !== null) total = (total ?? 0) + value;
  }
  return total;
}

/** kWh of today; null while the counter of an inverter has yet to confirm what it counted in a gap: then the sum would fall. */
function energyToday(asked: readonly Answer[]): number | null {
  const isOpen = asked.some(({ totals, values }) => totals?.etot && (values.eday ?? null) === null);
  return isOpen ? null : sumOf(asked, ({ values }) => values.eday ?? null);
}

/**
 * Every point of the plant. Inverters that do not respond count with the energies that they reported last; their power is not known, so
 * that of the plant comes from the production meter then, where there is one.
 */
export function plantValues(parts: PlantParts): ValuesOf<'impianto'> {
  const { weather, counters, limits } = parts;
  const design = designOf(parts.configuration);
  const asked = askedInverters(parts);
  const responding = asked.filter(({ isResponding }) => isResponding);
  const production = powerOf(parts, meterRoles.production);
  const exchange = powerOf(parts, meterRoles.exchange);
  const eday = energyToday(asked);
  const light = {
    share: matchedShare(counters),
    referenceKwh: counters.referenceDay,
    irradiation: counters.irradiationDay,
  };
  const isMetered = isPartial(parts) && production !== null;
  // A plant that never had an inverter has counted nothing, which is not 0.
  const hasCounted = asked.length > 0 || counters.year > 0;
  return {
    pac: isMetered ? production : sumOf(responding, answer => summable(answer, 'pac')),
    fonte_pac: isMetered ? powerSources.productionMeter : powerSources.inverters,
    pattesa: expectedNow(design, weather, parts.light),
    pattesa_cc: expectedDirectNow(design, weather, parts.light),
    qac: sumOf(responding, answer => summable(answer, 'qac')),
    pimm: exchange === null ? null : Math.max(0, exchange),
    pprel: exchange === null ? null : Math.max(0, -exchange),
    pauto: usedOnSite(parts, production, exchange),
    eday,
    emese: hasCounted ? counters.month : null,
    eanno: hasCounted ? counters.year : null,
    etot: sumOf(asked, ({ totals, values }) => totals?.etot ?? values.etot ?? null),
    eattesa: hasCounted ? counters.expectedDay : null,
    poa: weather.poa,
    poa_dubbia: Number(weather.isLightDoubted),
    tmod: weather.cell,
    tamb: weather.ambient,
    pr: eday === null ? null : matchedRatio({ kwh: eday, ...light }, limits),
    disp: availability(counters.usefulDay, counters.lostDay),
    copertura: 100 * coveredShare(counters),
    inverter_attivi: responding.filter(({ state }) => isFeeding(state)).length,
  };
}

/** The state of the plant, from its inverters and its controller; unknown without inverters. */
export function stateOfPlant(parts: PlantParts): number {
  if (!parts.configuration.inverters.some(({ abilitato }) => abilitato)) return inverterStates.unknown;
  const states = askedInverters(parts).map(({ isResponding, state }) =>
    isResponding ? state : inverterStates.commLost,
  );
  const [first] = parts.configuration.cci;
  const limit = (first && parts.controllers.get(first.id)?.values.psp) ?? 100;
  return plantState(states, limit < 100);
}

/** Whether the sums lack the power of an inverter: it is silent, or what it says is not believed, and was not for some time. */
export function isPartial(parts: PlantParts): boolean {
  const asked = parts.configuration.inverters.filter(({ abilitato }) => abilitato).length;
  const known = askedInverters(parts).filter(
    answer => answer.isResponding && (!answer.refused?.pac || summable(answer, 'pac') !== null),
  );
  return known.length < asked;
}

/** A sum is as good as the worst of its parts. */
function qualityOf(parts: PlantParts): number {
  const worst = askedInverters(parts).some(answer => (answer.quality ?? quality.good) < quality.good);
  return isPartial(parts) || worst || parts.weather.isCellComputed ? quality.uncertain : quality.good;
}

function askedInverters({ configuration, inverters }: PlantParts): Answer[] {
  const asked: Answer[] = [];
  for (const { id, abilitato } of configuration.inverters) {
    const answer = abilitato && inverters.get(id);
    if (answer) asked.push(answer);
  }
  return asked;
}

/**
 * kW of the net production that the site uses: neither what transformer and lines take on the way to the point of delivery, nor what the
 * plant's own auxiliaries take. Null where a meter that is needed does not respond.
 */
function usedOnSite(parts: PlantParts, production: number | null, exchange: number | null): number | null {
  const { configuration, meters } = parts;
  const ofRole = (role: MeterRole) =>
    configuration.contatori.filter(record => record.abilitato && roleOf(record) === role);
  const auxiliaries = ofRole(meterRoles.auxiliary).map(record => {
    const answer = meters.get(record.id);
    return answer?.isResponding ? meterPower(answer.values, record) : null;
  });
  if (production === null || exchange === null || auxiliaries.includes(null)) return null;
  const own = auxiliaries.reduce<number>((sum, power) => sum + Math.abs(power ?? 0), 0);
  const [{ perdita = 0 } = {}] = ofRole(meterRoles.production);
  const net = production * (1 - perdita / 100) - own;
  return Math.max(0, net - Math.max(0, exchange));
}

/** kW of the first meter of a role that responds; null if absent. */
function powerOf({ configuration, meters }: PlantParts, role: MeterRole): number | null {
  for (const record of configuration.contatori) {
    const answer = meters.get(record.id);
    if (roleOf(record) === role && answer?.isResponding) return meterPower(answer.values, record);
  }
  return null;
}

/** The plant is the one device of its group: it responds while any of its inverters, meters or sensors does, or while it has none. */
export function plantDevice(parts: PlantParts, name: string, t: number): ConfiguredDevice {
  const { inverters, contatori, sensori } = parts.configuration;
  const isEmpty = ![...inverters, ...contatori, ...sensori].some(({ abilitato }) => abilitato);
  const answers = [parts.inverters, parts.meters, parts.sensors].flatMap(group => [...group.values()]);
  const isResponding = isEmpty || answers.some(answer => answer.isResponding);
  const answer: Answer = {
    record: 1,
    part: 0,
    isResponding,
    state: stateOfPlant(parts),
    sampled: t,
    values: {},
    quality: qualityOf(parts),
    validS: usualValidS('impianto'),
    ...(parts.total !== undefined && { totals: { etot: parts.total } }),
  };
  return { id: 1, name, service: 'active', answer, values: plantValues(parts), facts: {} };
}
