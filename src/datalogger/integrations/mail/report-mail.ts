import type { Language } from '../../../contract/languages';
import type { Report } from '../../../contract/reports';
import type { ScheduleAction } from '../../../contract/schedules';
import { localDate, localDay, startOfDay, startOfMonth } from '../../../contract/zone';
import { answered, dataloggerItself, type Handlers } from '../../api/http/handler';
import type { Failure } from '../../automation/schedules/actions';
import { placeOf } from '../../automation/schedules/occurrences';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { plantNameOf } from './letters';
import type { Mailer } from './mailer';
import { reportLetter } from './report-letter';

interface ReportMailDeps {
  readonly config: ConfigDatabase;
  readonly reports: Pick<Handlers, 'GET report'>;
  /** The report as PDF. */
  readonly pdfOf: (report: Report, language: Language) => Promise<Buffer>;
  readonly mailer: Mailer;
}

type ReportAction = Extract<ScheduleAction, { tipo: 'report_email' }>;

/** Sends the report of the last complete day, month or year before `due` to every recipient of the schedule. */
export async function mailReport(
  { report: kind, destinatari, allegato, pdf: hasPdf }: ReportAction,
  due: number,
  { config, reports, mailer, pdfOf }: ReportMailDeps,
): Promise<Failure> {
  if (!mailer.isOn) return 'posta_mancante';
  const query = { tipo: kind, d: periodBefore(kind, due, placeOf(config).zone) };
  const call = { query, params: {}, body: undefined, caller: dataloggerItself, ifMatch: null };
  const report = answered(await reports['GET report'](call));
  if (report.periodo.inizio_dati === null) return 'dati_mancanti';
  let failure: Failure = null;
  for (const recipient of destinatari) {
    const pdf = hasPdf ? await pdfOf(report, recipient.lingua) : null;
    const files = { hasRows: allegato, pdf };
    const reason = await mailer.send(reportLetter(report, plantNameOf(config), recipient, files));
    if (reason !== null) failure = 'invio_posta';
  }
  return failure;
}

/** `2026-06-09`, `2026-05` or `2025`: the last whole period before an instant. */
function periodBefore(kind: ReportAction['report'], t: number, zone: string): string {
  const { year, month, day } = localDate(zone, t);
  if (kind === 'annuale') return String(year - 1);
  const [start, length] =
    kind === 'mensile' ? [startOfMonth(zone, year, month), 7] : [startOfDay(zone, year, month, day), 10];
  return localDay(zone, start - 1).slice(0, length);
}
