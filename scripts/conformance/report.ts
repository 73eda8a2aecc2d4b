import { operationId } from '../api-document';
import type { Finding, Verdict } from './check';
import { type ScreenReport, screenReports } from './screens';

const verdicts: readonly Verdict[] = ['ok', 'missing', 'wrong', 'unchecked'];

export function lineOf({ key, isRequired, verdict, reasons }: Finding): string {
  const [method = '', path = ''] = key.split(' ');
  const kind = isRequired ? 'required' : 'optional';
  return `${kind}  ${verdict.padEnd(9)}  ${method.padEnd(6)} ${path.padEnd(40)} ${reasons.join('; ')}`.trimEnd();
}

function countsOf(findings: readonly Finding[]): string {
  const counts = verdicts.map(
    name => [findings.filter(({ verdict }) => verdict === name).length, name] as const,
  );
  return counts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : [])).join(', ');
}

/** The last two lines of a report. */
export function summaryOf(findings: readonly Finding[]): string {
  const needed = findings.filter(({ isRequired }) => isRequired);
  const further = findings.filter(({ isRequired }) => !isRequired);
  return `required: ${countsOf(needed)}\noptional: ${countsOf(further)}`;
}

/** Whether the console can work with this datalogger: no required endpoint is wrong or missing. */
export function isConformant(findings: readonly Finding[]): boolean {
  return findings.every(
    ({ isRequired, verdict }) => !isRequired || (verdict !== 'wrong' && verdict !== 'missing'),
  );
}

const works = {
  whole: 'Whole',
  part: 'In part: each says on the screen what is missing',
  none: 'Not yet: each shows one sentence. The shortest way comes first',
} as const;

/** The screens by how they work, and for each the calls that are missing, with their names in the document of `npm run api`. */
export function screensReport(findings: readonly Finding[]): string {
  const reports = screenReports(findings);
  return (['whole', 'part', 'none'] as const)
    .flatMap(kind => {
      const alike = reports.filter(report => report.works === kind);
      return alike.length > 0 ? [`\n${works[kind]} (${alike.length})`, ...alike.flatMap(linesOf)] : [];
    })
    .join('\n');
}

function linesOf({ path, first, then }: ScreenReport): string[] {
  const line = (key: string) => `      ${key.padEnd(42)} ${operationId(key)}`;
  const more = first.length > 0 ? `    and to be whole, ${then.length} more:` : `    ${then.length} missing:`;
  return [
    `  ${path}`,
    ...(first.length > 0 ? [`    to open, ${first.length}:`, ...first.map(line)] : []),
    ...(then.length > 0 ? [more, ...then.map(line)] : []),
  ];
}
