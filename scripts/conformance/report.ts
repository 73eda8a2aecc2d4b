import type { Finding, Verdict } from './check';

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
