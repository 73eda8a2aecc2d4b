import { dayAfter } from '../../../../contract/zone';
import { dayOf } from '../../../data/days';
import type { PlantFacts } from '../../../data/facts';
import type { Report } from '../../../data/report';
import type { Item } from '../../../data/report-items';
import { percentOf } from '../../../data/statistics';
import { sunTimes } from '../../../data/sun-times';
import { localMinutes } from '../../../i18n/format';

/** The day that a night summarizes, and the sunrise that ends the night. */
export interface Night {
  /** The calendar day whose light is over. */
  readonly day: string;
  /** Epoch seconds; null where the place of the plant is not known, or where the sun does not rise. */
  readonly sunriseS: number | null;
}

type Place = Pick<PlantFacts, 'latitude' | 'longitude'>;

const dayS = 86_400;
const noonMinutes = 12 * 60;

/**
 * The night of an instant; null while the sun is up. After midnight the day before is judged, until the sun rises (without a place, or
 * where the sun does not rise: until noon).
 */
export function nightAt(nowS: number, { latitude, longitude }: Place, zone: string): Night | null {
  const today = dayOf(nowS * 1000, zone);
  const tonight = (isBefore: boolean, sunriseS: number | null) => ({
    day: isBefore ? dayAfter(today, -1) : today,
    sunriseS,
  });
  const isMorning = localMinutes(nowS, zone) < noonMinutes;
  if (latitude === null || longitude === null) return tonight(isMorning, null);
  const { sunriseS, sunsetS } = sunTimes(nowS, latitude, longitude);
  if (sunriseS === null || sunsetS === null) return tonight(isMorning, null);
  if (nowS < sunriseS) return tonight(true, sunriseS);
  return nowS > sunsetS ? tonight(false, sunTimes(nowS + dayS, latitude, longitude).sunriseS) : null;
}

/** How the day was, against what the plant's model expected of the measured light; `apart` is not as expected, and no reason for alarm. */
export type Verdict = 'good' | 'apart' | 'below' | 'unknown';

/** Less than this from the expected energy is as expected, in %: so far apart are good models and meters. */
const tolerance = 3;
/** The alarm on the energy of the day, and the distance in % from which it comes unless the plant sets another. */
const alarm = { code: 'PLT01', percent: 10 } as const;

export function verdictOf({ index, alarms }: Report): Verdict {
  const epi = index('epi');
  if (epi === null) return 'unknown';
  if (Math.abs(epi - 100) <= tolerance) return 'good';
  const wasAlarmed = alarms.some(({ code }) => code === alarm.code);
  return epi < 100 - alarm.percent || (epi < 100 && wasAlarmed) ? 'below' : 'apart';
}

/** What the day lacks to what was expected beyond what standstills and limits cost, kWh; null where that is little, or not known. */
export function unexplainedKwh(report: Report): number | null {
  const [expected, epi, lost] = [report.index('attesa'), report.index('epi'), report.losses.of('persa')];
  if (expected === null || epi === null || lost === null || epi >= 100 - tolerance) return null;
  const lackingKwh = (expected * (100 - epi)) / 100;
  return lost < lackingKwh / 2 ? lackingKwh - lost : null;
}

/** The causes of what was lost, the greatest first. */
export function causesOf({ losses }: Report): readonly Item<'fermo' | 'persa'>[] {
  return losses.causes
    .filter(({ of }) => (of('persa') ?? 0) >= leastKwh)
    .sort((a, b) => (b.of('persa') ?? 0) - (a.of('persa') ?? 0));
}

/** Less energy is not mentioned. */
const leastKwh = 0.05;

/** The inverter with the lowest yield against the median of all; null where yields cannot be compared. */
export function worstOf({ inverters }: Report): Report['inverters'][number] | null {
  const compared = inverters.filter(({ of }) => of('scarto') !== null);
  if (compared.length < 2) return null;
  return compared.reduce((worst, each) =>
    (each.of('scarto') ?? 0) < (worst.of('scarto') ?? 0) ? each : worst,
  );
}

/** An inverter that stood still in the light, or still does. */
export interface Stood {
  readonly id: number;
  readonly name: string;
  /** Since when it stands; null once it could run again. */
  readonly sinceS: number | null;
  /** Hours of the day in which it stood while there was light. */
  readonly hours: number;
}

/** Shorter standstills are not mentioned, in hours. */
const tellingHours = 0.25;

/** The inverters that stood still: first those that still do (`down`: those that could not run now, by id), then the longest. */
export function stoodOf({ inverters, stops }: Report, down: readonly number[]): readonly Stood[] {
  return inverters
    .flatMap(({ name, of }): Stood[] => {
      const id = of('id');
      if (id === null) return [];
      const lasting = stops.find(
        ({ group, device, of }) => group === 'inverter' && device === id && of('fine') === null,
      );
      const sinceS = down.includes(id) ? (lasting?.of('inizio') ?? null) : null;
      return [{ id, name, sinceS, hours: of('fermo') ?? 0 }];
    })
    .filter(({ sinceS, hours }) => sinceS !== null || hours >= tellingHours)
    .sort((a, b) => Number(a.sinceS === null) - Number(b.sinceS === null) || b.hours - a.hours);
}

/** From this share of the energy of a mean string on, a string's loss is mentioned, in %. */
const tellingShare = 5;
const mostStrings = 3;

/** The strings that lost most, where it is a significant share of what a string produces. */
export function weakStrings({ strings, index }: Report, count: number | null): readonly string[] {
  const energy = index('energia');
  const mean = energy === null || count === null || count === 0 ? null : energy / count;
  return strings
    .filter(({ of }) => (percentOf(of('persa'), mean) ?? 0) >= tellingShare)
    .slice(0, mostStrings)
    .map(({ name }) => name);
}

/** From this share of the light's energy on, dirt is mentioned, in %. */
const tellingDirt = 3;

/** What dirt took of the day, in % of what the light would have given; null where it is little or not known. */
export function dirtOf({ waterfall }: Report): number | null {
  const kwh = waterfall?.steps.find(({ term }) => term === 'sporcamento')?.kwh ?? null;
  const percent = percentOf(kwh, waterfall?.startKwh ?? null);
  return percent !== null && percent >= tellingDirt ? percent : null;
}
