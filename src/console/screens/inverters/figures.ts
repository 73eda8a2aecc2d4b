import { isProducing } from '../../data/inverter-states';
import { median, percentOf, sumOf } from '../../data/statistics';
import { numberOf } from '../../device-screens/device-list';
import { formatDifference, formatNumber, formatQuantity, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { FigureFacts } from '../../ui/Figure';
import type { Scale } from '../../ui/Indicator';
import { inverterStateWord } from '../../ui/inverter-words';
import type { Inverter } from './inverter-list';

/** Deviations from the median within this limit, in %, are normal. */
const normal = 3;

/** A pointer on a scale of `half` % below and above the median; the band shows the normal range. */
export function besideMedian(deviation: number | null, half: number): Scale {
  const onScale = (percent: number) => 50 + (50 * percent) / half;
  return {
    kind: 'pointer',
    value: deviation === null ? null : onScale(deviation),
    band: [onScale(-normal), onScale(normal)],
  };
}

const join = (parts: readonly string[]): string => parts.filter(part => part !== '').join(', ');
const valuesOf = (inverters: readonly Inverter[], point: string) =>
  inverters.flatMap(inverter => numberOf(inverter, point) ?? []);

const isResponding = ({ isSilent }: Inverter) => !isSilent;

/** Range of a scale of yields on each side of the median, %. */
export const yieldSpread = 12;

/** Median of today's yields of the inverters that respond, kWh/kWp. */
export function medianYield(inverters: readonly Inverter[]): number | null {
  return median(valuesOf(inverters.filter(isResponding), 'yday'));
}

/** Deviation of an inverter's yield of today from the median, %. */
export function yieldDeviation(inverter: Inverter, middle: number | null): number | null {
  const share = percentOf(numberOf(inverter, 'yday'), middle);
  return share === null ? null : share - 100;
}

/** Count, totals and the greatest deviation. Inverters that do not respond are not included in the totals. */
export function figuresOf(inverters: readonly Inverter[]): readonly FigureFacts[] {
  const responding = inverters.filter(isResponding);
  const left = responding.length === inverters.length ? '' : counted(responding.length, inverters.length);
  return [
    countFigure(inverters),
    acPower(responding, left),
    dcPower(responding, left),
    today(responding, left),
    worst(responding),
  ];
}

function counted(count: number, total: number): string {
  return t('inverters.figure.counted', { count, total });
}

function countFigure(inverters: readonly Inverter[]): FigureFacts {
  const total = inverters.length;
  const producing = inverters.filter(isProducing).length;
  const others = new Map<Inverter['kind'], number>();
  for (const { kind } of inverters) if (kind !== 'producing') others.set(kind, (others.get(kind) ?? 0) + 1);
  return {
    label: t('inverters.figure.producing'),
    help: 'producing',
    value: total === 0 ? missing : formatNumber(producing, 0),
    unit: total === 0 ? '' : t('inverters.figure.ofTotal', { total }),
    scale: { kind: 'level', value: percentOf(producing, total) },
    note: join(
      [...others].map(([kind, count]) =>
        t('inverters.figure.inState', { state: inverterStateWord(kind), number: count }),
      ),
    ),
  };
}

function acPower(responding: readonly Inverter[], left: string): FigureFacts {
  const sum = sumOf(valuesOf(responding, 'pac'));
  const middle = median(valuesOf(responding.filter(isProducing), 'pac'));
  return {
    label: t('inverters.figure.ac'),
    help: 'acSum',
    value: formatNumber(sum, 1),
    unit: 'kW',
    scale: { kind: 'level', value: percentOf(sum, sumOf(valuesOf(responding, 'pn'))) },
    note: join([
      middle === null ? '' : t('inverters.figure.median', { value: formatQuantity(middle, 1, 'kW') }),
      left,
    ]),
  };
}

function dcPower(responding: readonly Inverter[], left: string): FigureFacts {
  const [ac, dc] = [sumOf(valuesOf(responding, 'pac')), sumOf(valuesOf(responding, 'pdc'))];
  const efficiency = ac !== null && ac > 0 ? percentOf(ac, dc) : null;
  return {
    label: t('inverters.figure.dc'),
    help: 'dcSum',
    value: formatNumber(dc, 1),
    unit: 'kW',
    scale: null,
    note: join([
      efficiency === null
        ? ''
        : t('inverters.figure.efficiency', { value: formatQuantity(efficiency, 1, '%') }),
      left,
    ]),
  };
}

function today(responding: readonly Inverter[], left: string): FigureFacts {
  const middle = medianYield(responding);
  return {
    label: t('inverters.figure.today'),
    help: 'todaySum',
    value: formatNumber(sumOf(valuesOf(responding, 'eday')), 1),
    unit: 'kWh',
    scale: null,
    note: join([
      middle === null ? '' : t('inverters.figure.median', { value: formatQuantity(middle, 2, 'kWh/kWp') }),
      left,
    ]),
  };
}

/** The inverter furthest below the median of those that produce; one that stands still while they do is furthest. */
function worst(responding: readonly Inverter[]): FigureFacts {
  const [lowest] = responding
    .flatMap(inverter => {
      const deviation = numberOf(inverter, 'dev');
      return deviation === null ? [] : { name: inverter.name, deviation };
    })
    .sort((a, b) => a.deviation - b.deviation);
  return {
    label: t('inverters.figure.worst'),
    help: 'dev',
    value: formatDifference(lowest?.deviation, 1),
    unit: '%',
    scale: besideMedian(lowest?.deviation ?? null, 30),
    note: lowest ? t('inverters.figure.fromMedian', { name: lowest.name }) : '',
  };
}
