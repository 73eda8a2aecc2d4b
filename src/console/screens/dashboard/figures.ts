import { usualCoverage } from '../../../contract/coverage';
import type { PlantFacts } from '../../data/facts';
import { percentOf } from '../../data/statistics';
import {
  about,
  formatDifference,
  formatNumber,
  formatQuantity,
  formatTime,
  missing,
} from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { FigureFacts } from '../../ui/Figure';
import { isMetered, type Live, type Plant } from './live';

export interface Gap {
  readonly silent: number;
  readonly total: number;
}

export interface FigureInput {
  readonly plant: Plant;
  /** The inverters that do not answer and the number of all; null if the plant's power is the sum of all inverters. */
  readonly gap: Gap | null;
  /** As in `Live`; nothing where it is left out. */
  readonly lacking?: string | undefined;
  readonly facts: PlantFacts | undefined;
  /** Day of the plant's month, from 1. */
  readonly dayOfMonth: number;
}

/** A difference is shown only if the expected power is at least this share of the nominal power, in %. */
const leastExpected = 2;
/** Half the width of the band around the expected power that counts as normal, in %. */
const powerBand = 3;
/** Place of the expected energy on its scale, in %; the fill shows the measured energy. */
const expectedEnergyAt = 80;
/** The scale of the performance ratio spans 20 percentage points and begins 14 below the target; the band is 2 points around it, in % of the scale. */
const prScale = { below: 14, points: 20, band: [60, 80] } as const;
/** Irradiance at the end of the scale, W/m². */
const fullIrradiance = 1200;
/** In plants of at least this power the energy of the day is shown in MWh. */
const largePlantKw = 2000;
/** From this total in kWh on the unit is GWh, because more digits would not fit. */
const leastGwh = 1e8;

/** The six headline figures, each with its reference value. */
export function figuresOf(input: FigureInput): readonly FigureFacts[] {
  return [
    power(input),
    energyToday(input),
    energyOfMonth(input),
    energyTotal(input),
    ratio(input),
    light(input),
  ];
}

function join(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(', ');
}

function nominalOf(facts: PlantFacts | undefined): number | null {
  return facts?.acKw ?? facts?.peakKwp ?? null;
}

/** Whether the energy of a day is shown in MWh. */
export const isLarge = (facts: PlantFacts | undefined) => (nominalOf(facts) ?? 0) >= largePlantKw;

/** Before a number that lacks a part. */
const atLeast = '≥\u00a0';

/** The inverters that are missing in the plant's sums; null if none is missing. */
export function gapOf({ isPartial, inverters }: Pick<Live, 'isPartial' | 'inverters'>): Gap | null {
  if (!isPartial) return null;
  return { silent: inverters.filter(({ kind }) => kind === 'silent').length, total: inverters.length };
}

function power(input: FigureInput): FigureFacts {
  const { plant, facts, gap } = input;
  if (!gap) return wholePower(input, '');
  if (isMetered(plant))
    return wholePower(input, t('dashboard.figure.metered', { count: gap.silent, total: gap.total }));
  return partialPower(plant.pac, nominalOf(facts), gap);
}

/** A lower bound of the power: it is not compared with the expected power, and the note says how many inverters are missing. */
function partialPower(pac: number | null, nominal: number | null, { silent, total }: Gap): FigureFacts {
  return {
    label: t('dashboard.figure.power'),
    help: 'power',
    value: pac === null ? missing : atLeast + formatNumber(pac, 1),
    unit: 'kW',
    scale: { kind: 'level', value: percentOf(pac, nominal) },
    note:
      silent === 0 ? t('dashboard.figure.partial') : t('dashboard.figure.silent', { count: silent, total }),
  };
}

/** `source`: where the power comes from, if not from the inverters. */
function wholePower({ plant: { pac, pattesa }, facts }: FigureInput, source: string): FigureFacts {
  const nominal = nominalOf(facts);
  const expected = percentOf(pattesa, nominal);
  const isComparable = expected !== null && expected >= leastExpected && pac !== null && pattesa !== null;
  const difference = isComparable ? ` (${formatDifference((100 * pac) / pattesa - 100, 1)}\u00a0%)` : '';
  const note = join([
    source,
    pattesa === null
      ? ''
      : t('dashboard.figure.expected', { power: formatQuantity(pattesa, 1, 'kW') }) + difference,
    nominal === null || source !== ''
      ? ''
      : t('dashboard.figure.nominal', {
          power: formatQuantity(nominal, Number.isInteger(nominal) ? 0 : 1, 'kW'),
        }),
  ]);
  const share = powerBand / 100;
  return {
    label: t('dashboard.figure.power'),
    help: 'power',
    value: formatNumber(pac, 1),
    unit: 'kW',
    scale: {
      kind: 'level',
      value: percentOf(pac, nominal),
      expected,
      band: expected === null ? null : [expected * (1 - share), expected * (1 + share)],
    },
    note: note === '' ? '' : note.charAt(0).toUpperCase() + note.slice(1),
  };
}

const limitsOf = (facts: PlantFacts | undefined) => facts?.coverageLimits ?? usualCoverage;
/** The sign of an uncertain figure; empty where enough was measured. */
const aboutOf = (covered: number | null, facts: PlantFacts | undefined) =>
  covered !== null && covered < limitsOf(facts).certain ? about : '';
/** From this coverage on, in %, the note does not mention missing measurements. */
const wholeCovered = 95;

/** The sign before an energy that lacks a time which is marked as invalid. */
const leastOf = ({ plant, lacking }: FigureInput, point: 'eday' | 'emese') =>
  lacking?.includes(point) && plant[point] !== null ? atLeast : '';
const partialWords = (least: string) => least && t('dashboard.figure.partial');

/** Without an inverter that does not respond the energy is a lower bound, which is not compared with the expected energy. */
function energyToday(input: FigureInput): FigureFacts {
  const { plant, facts, gap } = input;
  const { eday, eattesa, copertura } = plant;
  const covered = copertura ?? 100;
  const least = leastOf(input, 'eday');
  const isComparable =
    !gap && !least && eday !== null && eattesa !== null && eattesa > 0 && covered >= limitsOf(facts).least;
  // The expected energy covers only the time with measured irradiance, so it is compared with the energy of that time.
  const percent = isComparable ? (eday * covered) / eattesa : null;
  return {
    label: t('dashboard.figure.today'),
    help: 'today',
    value:
      (gap && eday !== null ? atLeast : least) +
      (isLarge(facts) ? megawattHours(eday) : formatNumber(eday, 1)),
    unit: isLarge(facts) ? 'MWh' : 'kWh',
    scale:
      percent === null
        ? null
        : { kind: 'level', value: (percent / 100) * expectedEnergyAt, expected: expectedEnergyAt },
    note:
      percent === null
        ? partialWords(least)
        : t('dashboard.figure.ofExpected', {
            percent: aboutOf(covered, facts) + formatDifference(percent - 100, 1),
          }),
  };
}

/** MWh as text: two decimals below 1,000 MWh, none from there on. */
function megawattHours(kWh: number | null, decimals = 2): string {
  return kWh === null ? missing : formatNumber(kWh / 1000, kWh < 1e6 ? decimals : 0);
}

/** The datalogger does not know the plan of the month, so the note shows the daily mean of the complete days. */
function energyOfMonth(input: FigureInput): FigureFacts {
  const { plant, dayOfMonth } = input;
  const { emese, eday } = plant;
  const least = leastOf(input, 'emese');
  const days = dayOfMonth - 1;
  const mean = emese === null || eday === null || days < 1 ? null : (emese - eday) / days;
  return {
    label: t('dashboard.figure.month'),
    help: 'month',
    // The sign has the room of a decimal.
    value: least + megawattHours(emese, least ? 1 : 2),
    unit: 'MWh',
    scale: null,
    note: least
      ? partialWords(least)
      : mean === null
        ? ''
        : t('dashboard.figure.perDay', { energy: `${megawattHours(mean)}\u00a0MWh` }),
  };
}

function energyTotal({ plant: { etot }, facts }: FigureInput): FigureFacts {
  const since = Date.parse(facts?.since ?? '') / 1000;
  const date = formatTime(since, 'UTC', 'date');
  const isGiga = etot !== null && etot >= leastGwh;
  return {
    label: t('dashboard.figure.total'),
    help: 'total',
    value: isGiga ? formatNumber(etot / 1e6, 2) : megawattHours(etot),
    unit: isGiga ? 'GWh' : 'MWh',
    scale: null,
    note: date === missing ? '' : t('dashboard.figure.since', { date }),
  };
}

function ratio({ plant: { pr, copertura }, facts, gap, lacking }: FigureInput): FigureFacts {
  const target = facts?.targetPr ?? null;
  const { below, points, band } = prScale;
  return {
    label: t('dashboard.figure.ratio'),
    help: 'pr',
    value:
      (pr === null ? '' : gap ? atLeast : lacking?.includes('pr') ? about : aboutOf(copertura, facts)) +
      formatNumber(pr, 1),
    unit: '%',
    scale:
      target === null
        ? { kind: 'pointer', value: pr }
        : {
            kind: 'pointer',
            value: pr === null ? null : (100 * (pr - target + below)) / points,
            band,
          },
    note:
      copertura !== null && copertura < wholeCovered
        ? t('dashboard.figure.covered', { percent: formatNumber(copertura, 0) })
        : target === null
          ? ''
          : t('dashboard.figure.target', { percent: formatNumber(target, 0) }),
  };
}

/** While the sensors disagree, the note says it instead of the temperature: then the performance ratio does not count this light. */
function light({ plant: { poa, poa_dubbia, tmod } }: FigureInput): FigureFacts {
  const temperature = formatQuantity(tmod, 1, '°C');
  return {
    label: t('dashboard.figure.irradiance'),
    help: 'irradiance',
    // At night a pyranometer shows a few W/m² below zero: this is its offset, not light.
    value: formatNumber(poa === null ? null : Math.max(0, poa), 0),
    unit: 'W/m²',
    scale: { kind: 'pointer', value: percentOf(poa, fullIrradiance) },
    note:
      poa_dubbia === 1
        ? t('dashboard.figure.doubted')
        : temperature === missing
          ? ''
          : t('dashboard.figure.module', { temperature }),
  };
}
