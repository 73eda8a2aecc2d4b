import { type Json, timeOrNull } from '../data/read';
import { t } from '../i18n/translate';
import { csvStamp } from '../ui/csv';
import type { Mark } from '../ui/plot/model';
import type { Device } from './device-list';

/**
 * The times that are marked as invalid, whose values are absent, in [fromS, toS): those of the plant, and those of devices for which
 * `isOf` is true.
 */
export const invalidMarks = (
  spans: readonly Json[],
  isOf: (group: unknown, device: unknown) => boolean,
  fromS: number,
  toS: number,
): readonly Mark[] =>
  spans.flatMap(({ gruppo, dispositivo, da, a, motivo }) => {
    const at = Math.max(timeOrNull(da) ?? toS, fromS);
    const to = Math.min(timeOrNull(a) ?? 0, toS);
    const isShown = at < to && (gruppo === 'impianto' || isOf(gruppo, dispositivo));
    return isShown ? { at, to, label: `${t('plot.invalid')}: ${motivo}` } : [];
  });

/** Why times of the day of a device's sample are marked as invalid. */
export function invalidWords(
  { id, sampledS }: Pick<Device, 'id' | 'sampledS'>,
  group: string,
  spans: readonly Json[],
  zone: string,
): readonly string[] {
  const dayOf = (s: number) => csvStamp(s, zone).slice(0, 10);
  const day = sampledS === null ? '' : dayOf(sampledS);
  const isOf = (of: unknown, device: unknown) => of === group && String(device) === id;
  // Days as text are in their order.
  return invalidMarks(spans, isOf, 0, Number.POSITIVE_INFINITY).flatMap(({ at, to = at, label }) =>
    dayOf(at) <= day && day <= dayOf(to - 1) ? [label] : [],
  );
}
