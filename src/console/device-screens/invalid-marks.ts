import { type Json, timeOrNull } from '../data/read';
import { t } from '../i18n/translate';
import type { Mark } from '../ui/plot/model';

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
