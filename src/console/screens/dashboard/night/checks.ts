import { groupScreens } from '../../../../contract/group-screens';
import type { Report } from '../../../data/report';
import { formatDuration, formatList, formatQuantity, formatTime } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import type { Due } from './due';
import { dirtOf, stoodOf, weakStrings } from './night';

/** Something to look at in the morning, and where. */
export interface Check {
  readonly href: string;
  readonly text: string;
}

interface Known {
  readonly report: Report;
  /** Alarms that are there. */
  readonly alarms: number;
  /** The inverters that could not run now, by id. */
  readonly down: readonly number[];
  /** Strings of the plant; null if not known. */
  readonly strings: number | null;
  readonly due: readonly Due[];
}

const mostInverters = 3;

/** What there is to check in the morning, the most urgent first: all of it measured or recorded by the datalogger. */
export function checksOf({ report, alarms, down, strings, due }: Known): readonly Check[] {
  const weak = weakStrings(report, strings);
  const dirt = dirtOf(report);
  const stood = stoodOf(report, down);
  const more = stood.length - mostInverters;
  return [
    ...(alarms > 0 ? [{ href: '/allarmi', text: t('night.check.alarms', { count: alarms }) }] : []),
    ...stood.slice(0, mostInverters).map(({ id, name, sinceS, hours }) => ({
      href: `${groupScreens.inverter}?dispositivo=${id}`,
      text: sinceS === null ? stoodWords(name, hours) : stillWords(name, sinceS, report),
    })),
    ...(more > 0 ? [{ href: groupScreens.inverter, text: t('night.check.more', { count: more }) }] : []),
    ...(weak.length > 0
      ? [{ href: groupScreens.stringhe, text: t('night.check.strings', { names: formatList(weak) }) }]
      : []),
    ...(dirt === null
      ? []
      : [
          {
            href: `/stats&reports?periodo=${report.period}`,
            text: t('night.check.dirt', { percent: formatQuantity(dirt, 1, '%') }),
          },
        ]),
    ...due.map(({ group, name, days }) => ({
      href: groupScreens[group],
      text:
        days < 0
          ? t('night.check.overdue', { name })
          : t('night.check.due', { name, count: Math.round(days) }),
    })),
  ];
}

const stoodWords = (name: string, hours: number) =>
  t('night.check.stood', { name, time: formatDuration(3600 * hours) });

function stillWords(name: string, sinceS: number, { fromS, zone }: Report): string {
  return sinceS < fromS
    ? t('night.check.stillSince', { name, date: formatTime(sinceS, zone, 'date') })
    : t('night.check.still', { name, time: formatTime(sinceS, zone, 'minute') });
}
