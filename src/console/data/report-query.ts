import type { ReportKind } from '../../contract/reports';
import { kindOf, type Period, type PeriodKind, periodAfter } from './periods';

const wireKinds: Record<PeriodKind, ReportKind> = {
  day: 'giornaliero',
  month: 'mensile',
  year: 'annuale',
  all: 'storico',
  range: 'intervallo',
};
/** The query of the report of a period. */
export function reportQuery(period: Period, compared: Period | null) {
  return {
    tipo: wireKinds[kindOf(period)],
    ...(period !== '' && { d: period }),
    ...(compared !== null && compared !== periodAfter(period, -1) && { con: compared }),
  };
}
