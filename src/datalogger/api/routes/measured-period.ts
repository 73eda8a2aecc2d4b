import { quarterS } from '../../../contract/zone';
import { type Period, type PeriodKind, periodNamed } from '../../core/time/period';
import { ProblemError } from '../http/handler';

/** The period that `d` names; slots of a day are `slotS` long. 400 for a day that the calendar does not have. */
export function periodOf(
  kind: Exclude<PeriodKind, 'ever' | 'range'>,
  zone: string,
  d: string,
  slotS = quarterS,
): Period {
  const period = periodNamed(kind, zone, d, slotS);
  if (period) return period;
  throw new ProblemError(400, 'invalid', `There is no day ${d}.`, { campo: 'd' });
}
