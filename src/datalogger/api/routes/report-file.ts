import type { Language } from '../../../contract/languages';
import type { PlantBody } from '../../../contract/plant';
import { type ReportSection, reportSections } from '../../../contract/report-sections';
import type { Report } from '../../../contract/reports';
import { answered, type Call, type Handlers, ProblemError } from '../http/handler';
import type { Cover } from '../papers/report-paper';
import { type ProofDeps, proofHandlers } from './proofs';

export type ReportFileDeps = ProofDeps;

interface Wanted {
  readonly report: Report;
  readonly sections: readonly ReportSection[];
  readonly lingua: Language;
}

/** What a report as PDF says beside the report: of the plant, and what the period proves. */
export async function coverOf(
  deps: ReportFileDeps,
  { report, sections, lingua }: Wanted,
  call: Pick<Call<'GET verifiche'>, 'caller' | 'params' | 'body' | 'ifMatch'>,
): Promise<Cover> {
  const { nome = '', titolare = '', ...place } = deps.plantConfig.read()?.fields ?? {};
  const { tipo, periodo } = report;
  const kind = tipo === 'mensile' || tipo === 'annuale' ? tipo : null;
  const cover = {
    plant: nome,
    owner: titolare,
    address: addressOf(place),
    logo: deps.logo.read().value.immagine,
    createdS: deps.snapshot().t,
    sections,
  };
  if (kind === null || !sections.includes('proofs')) return { ...cover, proofs: [] };
  const query = { tipo: kind, d: periodo.d, lingua };
  const { fogli } = answered(await proofHandlers(deps)['GET verifiche']({ ...call, query }));
  return { ...cover, proofs: fogli };
}

/** "Via Ovest 1, 43010 Fontevivo (PR)" */
function addressOf({ indirizzo = '', cap = '', comune = '', provincia = '' }: Partial<PlantBody>): string {
  const place = [cap, comune, provincia && `(${provincia})`].filter(part => part !== '').join(' ');
  return [indirizzo, place].filter(part => part !== '').join(', ');
}

export function reportFileHandlers(deps: ReportFileDeps): Pick<Handlers, 'GET report/pdf'> {
  return {
    'GET report/pdf': async ({ query: { lingua, sezioni, ...query }, ...call }) => {
      const sections = sezioni === undefined ? reportSections : sectionsIn(sezioni);
      const report: Report = answered(await deps.report({ ...call, query }));
      const cover = await coverOf(deps, { report, sections, lingua }, call);
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
