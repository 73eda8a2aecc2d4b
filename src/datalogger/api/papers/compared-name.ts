import type { Report } from '../../../contract/reports';
import { nameOf } from '../../integrations/mail/report-letter';
import type { Writer } from './words';

const dayOfMonth = { day: 'numeric', month: 'long' } as const;
const dayS = 86_400;

/**
 * The name of the period to compare with: since when it has data where that is not all of it. While the report's own period is running,
 * its indices are of the same elapsed time, and the name says up to which day.
 */
export function comparedName(
  { tipo, fuso, periodo, confronto }: Report,
  writer: Writer,
  { isOfIndices }: { readonly isOfIndices: boolean },
): string {
  if (!confronto) return '';
  const { da, a, inizio_dati } = confronto.periodo;
  const date = (t: number) => writer.time(t, dayOfMonth);
  const whole = nameOf(tipo, confronto.periodo, fuso, writer.language);
  const isPartial = inizio_dati !== null && inizio_dati >= da + dayS;
  const period = isPartial
    ? writer.word('report.partial', { period: whole, date: date(inizio_dati) })
    : whole;
  if (!isOfIndices || !periodo.in_corso || periodo.fine_dati === null || tipo === 'giornaliero')
    return period;
  const last = Math.min(da + periodo.fine_dati - periodo.da, a) - 1;
  return last > a - dayS ? period : writer.word('report.until', { period, date: date(last) });
}
