import type { BaseIssue } from 'valibot';
import type { ProblemCode } from './problem';
import { isOneAlphabet, visibility } from './text';

const codes: Readonly<Record<string, ProblemCode>> = {
  picklist: 'not_allowed',
  literal: 'not_allowed',
  min_length: 'too_short',
  max_length: 'too_long',
  min_value: 'too_low',
  gt_value: 'too_low',
  max_value: 'too_high',
  lt_value: 'too_high',
};

/** The `codice` for an issue of a schema. The datalogger uses it, and so does a form before it sends anything. */
export function codeOf(issue: BaseIssue<unknown>): ProblemCode {
  const isMissing = issue.type === 'strict_object' && issue.path?.at(-1)?.origin === 'key';
  if (isMissing) return 'required';
  if (visibility.includes(issue.requirement)) return 'invisible';
  return issue.requirement === isOneAlphabet ? 'mixed_alphabets' : (codes[issue.type] ?? 'invalid');
}
