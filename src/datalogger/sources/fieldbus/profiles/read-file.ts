import * as v from 'valibot';
import { JsonFault, parseWithLines } from './json-lines';
import { faultsOf, type Profile, ProfileFile } from './profile';

/** What is wrong in the text of a profile: the line, from 1, and the reason. */
export interface FileFault {
  readonly line: number;
  readonly reason: string;
}

export type ReadFile =
  | { readonly kind: 'profile'; readonly profile: Profile }
  | { readonly kind: 'faults'; readonly faults: readonly FileFault[] };

/** A larger text is refused unread. */
export const mostProfileBytes = 65_536;
/** More faults than this are not listed. */
const mostFaults = 20;

/** Names that would change what an object is, whatever they hold. */
const isHarmful = (path: readonly unknown[]) => path.includes('__proto__');

/** The profile in a text, checked as a whole. Never throws. */
export function readProfileFile(text: string): ReadFile {
  const refused = (faults: readonly FileFault[]): ReadFile => ({
    kind: 'faults',
    faults: faults.slice(0, mostFaults),
  });
  if (Buffer.byteLength(text) > mostProfileBytes)
    return refused([{ line: 1, reason: `more than ${mostProfileBytes} bytes` }]);
  try {
    const { value, lineOf } = parseWithLines(text.replace(/^\uFEFF/, ''));
    const parsed = v.safeParse(ProfileFile, value);
    const faults = parsed.success
      ? faultsOf(parsed.output)
      : parsed.issues.map(issue => ({ path: pathOf(issue), reason: reasonOf(issue) }));
    if (parsed.success && faults.length === 0) return { kind: 'profile', profile: parsed.output };
    return refused(faults.map(({ path, reason }) => ({ line: lineOf(path), reason })));
  } catch (error) {
    if (error instanceof JsonFault) return refused([{ line: error.line, reason: error.message }]);
    throw error;
  }
}

type Issue = v.BaseIssue<unknown>;

function pathOf({ path }: Issue): (string | number)[] {
  const names = (path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  return isHarmful(names) ? [] : names;
}

const longestReason = 200;

/** Where it is, and what the schema says of it. */
function reasonOf(issue: Issue): string {
  const place = pathOf(issue).join('.');
  return `${place === '' ? '' : `${place}: `}${issue.message}`.slice(0, longestReason);
}
