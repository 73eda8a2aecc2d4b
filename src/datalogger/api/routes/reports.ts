import type { QueryOf } from '../../../contract';
import { mostRangeDays, rangeNamed } from '../../../contract/report-range';
import type { Report, ReportKind } from '../../../contract/reports';
import { archiveStart } from '../../analytics/reports/bounds';
import { allYears, type Named, namedPeriod, periodBefore } from '../../analytics/reports/named-period';
import type { Asked } from '../../analytics/reports/report';
import type { Snapshot } from '../../plant/snapshot';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { Devices } from '../../storage/config/devices';
import type { FiscalReadings } from '../../storage/config/fiscal-readings';
import type { Logbook } from '../../storage/config/logbook';
import type { PlantConfig } from '../../storage/config/plant-config';
import type { WorkOrders } from '../../storage/config/work-orders';
import type { Measures } from '../../storage/measures/measures';
import { contentTag } from '../http/etag';
import { type Handlers, ProblemError, Versioned } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import { versionOfPast } from '../support/measures-past';

interface ReportDeps {
  readonly archive: Measures;
  readonly snapshot: () => Snapshot;
  readonly zone: () => string;
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly devices: Pick<Devices, 'all'>;
  readonly logbook: Logbook;
  readonly workOrders: WorkOrders;
  readonly fiscalReadings: FiscalReadings;
  readonly alarms: Pick<AlarmStore, 'sums' | 'times' | 'announced' | 'waits' | 'revision'>;
}

/** How many computed reports are kept. */
const mostKept = 32;

type ReportQuery = QueryOf<'GET report'>;

export function reportHandlers(
  deps: ReportDeps & { readonly longWork: LongWork },
): Pick<Handlers, 'GET report'> {
  const kept = new Map<string, { readonly version: string; readonly report: Report }>();
  return {
    'GET report': async ({ query, caller, left }) => {
      if (caller.role === 'cci')
        throw new ProblemError(403, 'forbidden', 'This account may not read reports.');
      const snapshot = deps.snapshot();
      const asked = readAsked(deps, query, snapshot.t);
      const version = versionOf(deps, asked, snapshot);
      const key = [asked.kind, asked.main.d, asked.comparison?.d].join();
      const found = () => {
        const known = kept.get(key);
        return known?.version === version ? known.report : null;
      };
      const made = () => {
        const output = found();
        return output ? { output } : { input: inputOf(deps, asked, snapshot) };
      };
      const report = await deps.longWork.run('report', made, { caller, left });
      kept.delete(key);
      kept.set(key, { version, report });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return new Versioned(report, version);
    },
  };
}

const inputOf = (deps: ConfigDeps, asked: Asked, snapshot: Snapshot) => ({
  asked,
  snapshot,
  ...configuredOf(deps),
});

/** What reports are made with, beside the archive. */
export const configuredOf = (deps: ConfigDeps) => ({
  plant: deps.plantConfig.read()?.fields ?? null,
  zone: deps.zone(),
  transportLoss: transportLossOf(deps),
});

type ConfigDeps = Pick<ReportDeps, 'zone' | 'plantConfig' | 'devices'>;

/** As it is configured for the production meter, %. */
const transportLossOf = ({ devices }: ConfigDeps) =>
  devices.all().contatori.find(({ ruolo }) => ruolo === 'produzione')?.perdita ?? 0;

/** The periods of a query. 400 where they are not of the kind that `tipo` names. */
function readAsked({ archive, zone }: ReportDeps, { tipo, d, con }: ReportQuery, now: number): Asked {
  if (tipo === 'storico') {
    if (d !== undefined || con !== undefined) throw invalid(d === undefined ? 'con' : 'd', tipo);
    const main = allYears(zone(), archiveStart(archive, zone()) ?? now, now);
    return { kind: tipo, main, comparison: null };
  }
  const read = (name: 'd' | 'con', text: string): Named => {
    const named = namedPeriod(tipo, zone(), text);
    if (!named) throw tipo === 'intervallo' ? wrongRange(name, text) : invalid(name, tipo);
    if (tipo === 'intervallo' && named.period.from > now)
      throw new ProblemError(400, 'too_high', 'That range is still to come.', { campo: name });
    return named;
  };
  const main = read('d', d ?? '');
  const comparison = con === undefined ? periodBefore(tipo, zone(), main) : read('con', con);
  return { kind: tipo, main, comparison };
}

const invalid = (campo: 'd' | 'con', tipo: ReportKind) =>
  new ProblemError(400, 'invalid', `That is no period of a report ${tipo}.`, { campo });

/** Why a text names no range. */
const wrongRange = (campo: 'd' | 'con', text: string) =>
  rangeNamed(text) === 'too_long'
    ? new ProblemError(400, 'too_long', `A range has at most ${mostRangeDays} days.`, { campo })
    : new ProblemError(400, 'invalid', 'A range is a week, or two days, the first not after the last.', {
        campo,
      });

/** Changes only where the report may have changed: while one of its periods is running, with every minute and every alarm. */
function versionOf(deps: ReportDeps, { main, comparison }: Asked, { t, groups }: Snapshot): string {
  const { archive, zone, plantConfig, alarms } = deps;
  const to = Math.max(main.period.to, comparison?.period.to ?? 0);
  const { inverter, contatori, stringhe } = groups;
  const devices = [
    inverter.nome,
    inverter.values.kwp,
    contatori.nome,
    contatori.values.ruolo,
    stringhe.nome,
    transportLossOf(deps),
  ];
  return [
    versionOfPast(archive, zone(), { to }),
    t < to ? alarms.revision : 'all',
    plantConfig.read()?.version ?? 0,
    deps.logbook.revision(),
    deps.workOrders.revision(),
    contentTag(JSON.stringify(devices)),
  ].join('-');
}
