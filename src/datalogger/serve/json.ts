import { ProblemError } from './handler';

/** JSON is always UTF-8; its media type has no charset parameter (RFC 8259). */
export const jsonType = 'application/json';

const deepest = 16;
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Parses an untrusted body. Throws a ProblemError for what JSON.parse accepts: too deep, a repeated key (two parsers would
 * read different values), strings that are not valid Unicode.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text, (_key, part) => {
      if (typeof part === 'string' && loneSurrogate.test(part)) throw new SyntaxError('lone surrogate');
      return part;
    });
  } catch {
    throw new ProblemError(400, 'bad_request', 'The body is not valid JSON.');
  }
  checkStructure(text);
  return value;
}

/** Walks the tokens of a text that is known to be JSON. */
function checkStructure(text: string): void {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') open.push(part === '{' ? new Set() : null);
    else if (part === '}' || part === ']') open.pop();
    else if (part === ':') checkKey(String(JSON.parse(last)), open.at(-1));
    if (open.length > deepest) throw new ProblemError(400, 'bad_request', 'The body is nested too deeply.');
    last = part;
  }
}

function checkKey(key: string, seen: Set<string> | null | undefined): void {
  if (seen?.has(key)) throw new ProblemError(400, 'bad_request', 'The same field twice.', { campo: key });
  seen?.add(key);
}
