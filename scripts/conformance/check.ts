import { contract, type Endpoint, type Key } from '../../src/contract';
import { Examples } from './examples';
import { refusalFaults, replyFaults } from './judge';
import { required } from './required';
import type { Answer, Wire } from './wire';

export type Verdict = 'ok' | 'missing' | 'wrong' | 'unchecked';

export interface Finding {
  readonly key: Key;
  readonly isRequired: boolean;
  readonly verdict: Verdict;
  /** Why the verdict is not a plain pass. */
  readonly reasons: readonly string[];
}

export interface Subject {
  readonly wire: Wire;
  /** The token as `auth/authenticate` returned it. */
  readonly token: string;
  /** The faults found by trying the writes, by endpoint; an empty list means none. Only with `--write`. */
  readonly written?: ReadonlyMap<Key, readonly string[]>;
}

type Judged = Pick<Finding, 'verdict' | 'reasons'>;

const missing: Judged = { verdict: 'missing', reasons: [] };
const unchecked = (reason: string): Judged => ({ verdict: 'unchecked', reasons: [reason] });
const judged = (reasons: readonly string[]): Judged => ({
  verdict: reasons.length > 0 ? 'wrong' : 'ok',
  reasons,
});
const isAbsent = ({ status }: Answer) => status === 404 || status === 405 || status === 501;
/** A body that no endpoint of the contract accepts: an endpoint that checks its body must refuse it. */
export const strangeBody = { conformance: 'no such field' };

/** Checks every endpoint in the order of the contract, one after the other, so that small devices are not overloaded. */
export async function checkAll(subject: Subject, onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const examples = new Examples(subject.wire, subject.token);
  const findings: Finding[] = [];
  for (const key of Object.keys(contract) as Key[]) {
    const check = key.startsWith('GET ') ? checkRead : checkWrite;
    const result = await check(subject, examples, key).catch(error => judged([`no answer: ${error}`]));
    const finding = { key, isRequired: required.has(key), ...result };
    findings.push(finding);
    onFinding(finding);
  }
  return findings;
}

async function checkRead({ wire, token }: Subject, examples: Examples, key: Key): Promise<Judged> {
  const endpoint: Endpoint = contract[key];
  const path = await examples.read(key);
  if (path === null) return unchecked('no record to read');
  const answer = await wire('GET', path, { token });
  if (isAbsent(answer)) return missing;
  if (answer.status === 403) return unchecked('not allowed for this account');
  if (answer.status !== 200) return judged([`${answer.status} instead of 200`]);
  const reuse = endpoint.cache ? await reuseFaults(wire, path, token, answer) : [];
  return judged([
    ...replyFaults(endpoint, answer),
    ...reuse,
    ...(await strangerFaults(wire, path, endpoint)),
  ]);
}

/** The plant may have changed between two calls, so a new version is as correct as a 304; the old version sent again is not. */
async function reuseFaults(wire: Wire, path: string, token: string, { headers }: Answer): Promise<string[]> {
  const etag = headers.get('etag');
  if (!etag) return ['no ETag'];
  const again = await wire('GET', path, { token, headers: { 'If-None-Match': etag } });
  if (again.status === 304) return again.text === '' ? [] : ['a 304 with a body'];
  const isNew = again.status === 200 && again.headers.get('etag') !== etag;
  return isNew ? [] : [`${again.status} instead of 304 for what has not changed`];
}

async function strangerFaults(wire: Wire, path: string, { may }: Endpoint): Promise<string[]> {
  const answer = await wire('GET', path);
  const isOpen = may === 'anyone' || may === 'public-or-session';
  if (isOpen && answer.status === 200) return [];
  return refusalFaults(answer, [401], 'without a token');
}

/**
 * A write exists if the device lists its method for the path. A write without a token must be refused; it is tried with an invalid body.
 */
async function checkWrite(subject: Subject, examples: Examples, key: Key): Promise<Judged> {
  const { wire, token, written } = subject;
  const endpoint: Endpoint = contract[key];
  const [method = ''] = key.split(' ');
  const path = examples.ofNothing(key);
  const options = await wire('OPTIONS', path, { token });
  const allow = options.headers.get('allow');
  if (options.status === 404 || (allow && !allow.toUpperCase().includes(method))) return missing;
  const isHarmless = endpoint.body !== undefined || path !== key.split(' ')[1];
  const stranger = isHarmless
    ? await wire(method, path, {
        headers: { 'If-Match': '"conformance"' },
        ...(endpoint.body && { json: strangeBody }),
      })
    : null;
  if (stranger && isAbsent(stranger)) return missing;
  const statuses = endpoint.may === 'anyone' ? [400, 401, 422, 429] : [401];
  const refusals = stranger ? refusalFaults(stranger, statuses, 'without a token') : [];
  const actions = written?.get(key);
  if (refusals.length > 0 || actions) return judged([...refusals, ...(actions ?? [])]);
  if (allow) return judged([]);
  return unchecked(stranger ? 'refuses strangers; the rest needs --write' : 'needs --write');
}
