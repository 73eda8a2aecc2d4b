import {
  type BackupContent,
  type BackupFile,
  listedDifferences,
  type RestorePlan,
} from '../../../contract/backup';
import type { Language } from '../../../contract/languages';
import type { Report } from '../../../contract/reports';
import type { WorkbookBody } from '../../../contract/workbook';
import { quarterS } from '../../../contract/zone';
import { capacityTestOf } from '../../analytics/capacity/capacity-test';
import { contractMonth } from '../../analytics/contract/month';
import { type MonthFigures, type Place, previewOf } from '../../analytics/invalid-spans';
import { type LossDays, lossesOfDays } from '../../analytics/reports/lost-by-alarm';
import { namedPeriod } from '../../analytics/reports/named-period';
import { type Asked, reportOf, type Sources } from '../../analytics/reports/report';
import { voltageWeek, type WeekAsked } from '../../analytics/voltage/week';
import type { Period } from '../../core/time/period';
import type { AlarmStore } from '../../storage/alarms/alarms';
import { differences } from '../../storage/backup/differences';
import { checked, contentOfVersion } from '../../storage/backup/file';
import { recordDifferences } from '../../storage/backup/records';
import type { FiscalReadings } from '../../storage/config/fiscal-readings';
import type { Logbook } from '../../storage/config/logbook';
import type { KeptRecords } from '../../storage/config/versions';
import type { WorkName, WorkOrders } from '../../storage/config/work-orders';
import { strangeIn } from '../../storage/measures/foreign-archive';
import { type Measures, openMeasures } from '../../storage/measures/measures';
import { slotSecondsOf } from '../../storage/measures/series';
import type { Paper } from '../papers/paper';
import { pdfOf } from '../papers/pdf';
import { type Cover, reportPaper } from '../papers/report-paper';
import { Writer } from '../papers/words';
import { alarmsFound, type ListAsked } from '../support/alarms-list';
import type { Code } from '../support/measures-live';
import { columnsOf, past } from '../support/measures-past';
import { type SeriesRows, type SeriesSource, type Signal, seriesOf } from '../support/series-rows';
import { contentAfter } from '../support/version-content';
import { workbookOf } from '../tables/write-workbook';

export interface PaperInput {
  readonly report: Report;
  readonly lingua: Language;
  readonly cover: Cover;
}

/** What long work reads, in its thread through connections of its own. */
export interface Readers {
  readonly archive: Measures;
  readonly alarms: Pick<
    AlarmStore,
    'sums' | 'times' | 'ownTimes' | 'announced' | 'waits' | 'list' | 'counts' | 'incidents'
  >;
  readonly logbook: Pick<Logbook, 'list' | 'causes'>;
  readonly workOrders: Pick<WorkOrders, 'during'>;
  readonly fiscalReadings: Pick<FiscalReadings, 'between'>;
}

type ReportGiven = Pick<Sources, 'zone' | 'snapshot' | 'plant' | 'transportLoss'>;
type ReportInput = ReportGiven & { readonly asked: Asked };
type PreviewInput = ReportGiven & { readonly place: Place };

interface CapacityInput extends Pick<Period, 'from' | 'to'> {
  readonly ratedKw: number | null;
}

interface PlanInput {
  readonly before: BackupContent;
  readonly after: BackupContent;
  /** The orders that there are: also those that have no room in a file. */
  readonly work: readonly WorkName[];
}

interface TableInput {
  readonly zone: string;
  readonly m: string;
  readonly codes: readonly Code[];
  readonly period: Period;
}

type SeriesInput = Omit<SeriesSource, 'store'> & {
  readonly signals: readonly Signal[];
  readonly rows: SeriesRows;
};

function report({ archive: store, fiscalReadings: readings, ...readers }: Readers, input: ReportInput) {
  const { asked, ...given } = input;
  return reportOf({ ...readers, ...given, store, readings }, asked);
}

/** Energy, lost energy and revenue of a month of an archive, as its report has them. */
const monthFiguresOf =
  (readers: Readers, given: ReportGiven): MonthFigures =>
  (archive, d) => {
    const main = namedPeriod('mensile', given.zone, d);
    if (!main) return [];
    const asked = { kind: 'mensile', main, comparison: null } as const;
    const { indici, economia } = report({ ...readers, archive }, { ...given, asked });
    return [indici.energia, indici.persa, economia?.ricavo ?? null];
  };

/**
 * Work that may take longer than 50 ms on the largest plant: the thread that takes the samples does nothing else for so long. Input and
 * output are plain data.
 */
export const jobs = {
  report,
  contract: contractMonth,
  voltage: ({ archive }: Readers, asked: WeekAsked) => voltageWeek(archive, asked),
  /** What a mark as invalid would change. */
  preview: (readers: Readers, { place, ...given }: PreviewInput) =>
    previewOf(readers.archive, given.zone, place, monthFiguresOf(readers, given)),
  /** What the alarms of some days cost. */
  losses: (readers: Readers, input: LossDays) => lossesOfDays(readers, input),
  alarms: ({ alarms }: Readers, asked: ListAsked) => alarmsFound(alarms, asked),
  capacity: ({ archive }: Readers, { ratedKw, ...span }: CapacityInput) =>
    capacityTestOf(archive, span, ratedKw),
  table: ({ archive }: Readers, { zone, m, codes, period }: TableInput) =>
    past(archive, zone, m, codes, period),
  series: ({ archive: store }: Readers, { signals, rows, ...given }: SeriesInput) =>
    seriesOf({ ...given, store }, signals, rows),
};

/**
 * Up to how much of its measure each job is short: 10 ms here, where the largest plant takes 557 ms for a year's report, 117 for a day of its
 * strings and 150 for sixty days of an inverter. Starting a thread takes longer.
 */
const short = {
  report: 2_000,
  contract: 2_000,
  voltage: 2_000,
  preview: 2_000,
  losses: 6_000,
  alarms: 20_000,
  capacity: 2_000,
  table: 50_000,
  series: 50_000,
};

const quartersOf = ({ from, to }: Pick<Period, 'from' | 'to'>) => (to - from) / quarterS;

const quartersOfDay = 96;
const quartersOfMonth = 31 * quartersOfDay;

/** How much a job reads. */
const measures: { readonly [K in JobName]: (archive: Measures, input: InputOf<K>) => number } = {
  /** Quarters of inverters. */
  report: (_archive, { asked, snapshot }) =>
    quartersOf(asked.main.period) * snapshot.groups.inverter.id.length,
  /** Quarters of inverters. */
  contract: (archive, span) => quartersOf(span) * archive.deviceIds('inverter').length,
  /** Minutes of devices. */
  voltage: (_archive, { from, to, devices }) => ((to - from) / 60) * devices.length,
  /** Quarters of inverters: of whole months, without and with the mark. */
  preview: (archive, { place }) =>
    2 * (quartersOf(place) + quartersOfMonth) * archive.deviceIds('inverter').length,
  /** Quarters of inverters. */
  losses: (archive, { days }) => days.length * quartersOfDay * archive.deviceIds('inverter').length,
  /** Alarms. */
  alarms: (_archive, { searched }) => searched,
  /** Quarters of inverters and sensors. */
  capacity: (archive, span) =>
    quartersOf(span) * (archive.deviceIds('inverter').length + archive.deviceIds('sensori').length),
  /** Cells. */
  table: (archive, { codes, period }) => columnsOf(archive, codes).length * period.slots.length,
  /** Quarters, or minutes, of devices. */
  series: (archive, { signals, rows: { step, edges } }) => {
    const [from = 0, to = 0] = [edges[0], edges.at(-1)];
    const slots = (to - from) / slotSecondsOf(step);
    const groups = [...new Set(signals.map(({ group }) => group))];
    return groups.reduce((sum, group) => sum + archive.deviceIds(group).length * slots, 0);
  },
};

export const isShort = <K extends JobName>(name: K, archive: Measures, input: InputOf<K>): boolean =>
  measures[name](archive, input) <= short[name];

/** Work without the databases that are open: on a file that nothing has open, or on what was sent. */
export const fileJobs = {
  /** Why a file is no archive of this program; null where it is one, which is then of this version. */
  archive: async ({ path, nowS }: { readonly path: string; readonly nowS: number }) => {
    // Before anything of this program opens it: opening runs what its tables say.
    const strange = await strangeIn(path, nowS);
    if (strange === null) openMeasures(path).close();
    return strange;
  },
  /** What a file of the configuration holds. */
  backup: ({ file, passphrase }: { readonly file: BackupFile; readonly passphrase?: string | undefined }) =>
    checked(file, passphrase),
  /** What a restore of one content over another would change. */
  differences: ({ before, after, work }: PlanInput) =>
    listed([...differences(before, after), ...recordDifferences(before, after, work)]),
  /** What became different from one version of the configuration to another. */
  versions: ({ before, after }: { readonly before: KeptRecords; readonly after: KeptRecords }) =>
    listed(differences(contentOfVersion(before), contentOfVersion(after))),
  version: (records: KeptRecords) => contentOfVersion(records),
  restored: contentAfter,
  /** A report as PDF, in Base64. */
  paper: async ({ report, lingua, cover }: PaperInput) => {
    const writer = new Writer(lingua, report.fuso);
    return (await pdfOf(reportPaper(report, cover, writer))).toString('base64');
  },
  /** Another document as PDF, in Base64. */
  sheet: async (sheet: Paper) => (await pdfOf(sheet)).toString('base64'),
  /** A workbook, in Base64: 2 s for the largest. */
  workbook: async (body: WorkbookBody) => (await workbookOf(body)).toString('base64'),
};

const listed = (all: RestorePlan['differenze']) => ({
  differenze: all.slice(0, listedDifferences),
  totale: all.length,
});

export type JobName = keyof typeof jobs;
export type FileJobName = keyof typeof fileJobs;
export type InputOf<K extends JobName | FileJobName> = K extends JobName
  ? Parameters<(typeof jobs)[K]>[1]
  : K extends FileJobName
    ? Parameters<(typeof fileJobs)[K]>[0]
    : never;
export type OutputOf<K extends JobName | FileJobName> = K extends JobName
  ? ReturnType<(typeof jobs)[K]>
  : K extends FileJobName
    ? Awaited<ReturnType<(typeof fileJobs)[K]>>
    : never;
