import { type ReportSection, reportSections } from '../../../contract/report-file';
import type { Report } from '../../../contract/reports';
import type { Snapshot } from '../../plant/snapshot';
import type { PlantConfig } from '../../storage/config/plant-config';
import { answered, type Handlers, ProblemError } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import type { Cover } from '../papers/report-paper';

interface CoverDeps {
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly snapshot: () => Snapshot;
}

interface ReportFileDeps extends CoverDeps {
  readonly longWork: Pick<LongWork, 'file'>;
  readonly reports: Pick<Handlers, 'GET report'>;
}

/** What a report as PDF says of the plant. */
export function coverOf({ plantConfig, snapshot }: CoverDeps, sections: readonly ReportSection[]): Cover {
  const { nome = '', titolare = '' } = plantConfig.read()?.fields ?? {};
  return { plant: nome, owner: titolare ?? '', createdS: snapshot().t, sections };
}

export function reportFileHandlers(deps: ReportFileDeps): Pick<Handlers, 'GET report/pdf'> {
  return {
    'GET report/pdf': async ({ query: { lingua, sezioni, ...query }, ...call }) => {
      const sections = sezioni === undefined ? reportSections : sectionsIn(sezioni);
      const report: Report = answered(await deps.reports['GET report']({ ...call, query }));
      const cover = coverOf(deps, sections);
      return deps.longWork.file('paper', { report, lingua, cover }, call);
    },
  };
}

function sectionsIn(text: string): ReportSection[] {
  const wanted = text.split(',');
  const known = reportSections.filter(section => wanted.includes(section));
  if (known.length < wanted.length)
    throw new ProblemError(400, 'invalid', 'There is no such section of a report.', { campo: 'sezioni' });
  return known;
}
