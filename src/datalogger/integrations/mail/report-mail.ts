import type { Language } from '../../../contract/languages';
import { rangeText, weekday } from '../../../contract/report-range';
import type { Report } from '../../../contract/reports';
import type { ScheduleAction } from '../../../contract/schedules';
import { dayAfter, localDate, localDay, startOfMonth } from '../../../contract/zone';
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

/** Recipients after each other for whom the server says nothing in time: then it is not asked for the others. */
const mostSilences = 2;

type ReportAction = Extract<ScheduleAction, { tipo: 'report_email' }>;

/** Sends the report of the last complete day, week, month, quarter or year before `due` to every recipient of the schedule. */
export async function mailReport(
  { report: kind, destinatari, allegato, pdf: hasPdf }: ReportAction,
  due: number,
  { config, reports, mailer, pdfOf }: ReportMailDeps,
): Promise<Failure> {
  if (!mailer.isOn) return 'posta_mancante';
  const query = lastPeriod(kind, due, placeOf(config).zone);
  const call = { query, params: {}, body: undefined, caller: dataloggerItself, ifMatch: null };
  const report = answered(await reports['GET report'](call));
  if (report.periodo.inizio_dati === null) return 'dati_mancanti';
  let failure: Failure = null;
  let silences = 0;
  for (const recipient of destinatari) {
    if (silences === mostSilences) break;
    const pdf = hasPdf ? await pdfOf(report, recipient.lingua) : null;
    const files = { hasRows: allegato, pdf };
    const reason = await mailer.send(reportLetter(report, plantNameOf(config), recipient, files));
    silences = reason === 'attesa_scaduta' ? silences + 1 : 0;
    if (reason !== null) failure = 'invio_posta';
  }
  return failure;
}

/** The last whole period before an instant, as `GET report` names it: a week from Monday to Sunday and a quarter are ranges of days. */
function lastPeriod(kind: ReportAction['report'], t: number, zone: string) {
  const { year, month } = localDate(zone, t);
  const today = localDay(zone, t);
  if (kind === 'giornaliero') return { tipo: kind, d: dayAfter(today, -1) } as const;
  if (kind === 'settimanale') {
    const last = dayAfter(today, -weekday(today));
    return { tipo: 'intervallo', d: rangeText({ first: dayAfter(last, -6), last }) } as const;
  }
  if (kind === 'annuale') return { tipo: kind, d: String(year - 1) } as const;
  const firstOf = (eachMonth: number) => localDay(zone, startOfMonth(zone, year, eachMonth));
  if (kind === 'mensile') return { tipo: kind, d: firstOf(month - 1).slice(0, 7) } as const;
  // Months from 1; one below is of the year before.
  const begin = month - ((month - 1) % 3);
  return {
    tipo: 'intervallo',
    d: rangeText({ first: firstOf(begin - 3), last: dayAfter(firstOf(begin), -1) }),
  } as const;
}
