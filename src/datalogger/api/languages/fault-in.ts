/** Why a text cannot be published; `markup` is also an address that the original does not have. */
export type TextFault = 'text' | 'gaps' | 'markup' | 'characters';

const gap = /\{\{(\w+)\}\}/g;
const gapsIn = (text: string) => new Set([...text.matchAll(gap)].map(([, name]) => name ?? ''));

/** Elements and entities of HTML, and what i18next reads as more than a gap. */
const markup = /<[/!a-z]|&#?\w+;|\$t\(/i;
/** Where a text would send somebody: the login shows these texts before anybody is known. */
const address = /:\/\/|\bwww\./i;
/**
 * What stands between texts in a published file; controls, halves of characters, characters that turn the direction of what follows or
 * have no width. Joiners and marks of direction stay: Persian or Hebrew is not written without.
 */
const forbidden = /[|^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const longest = 2000;

/** What is wrong with a text that stands for `model`; null where nothing is. A singular may leave its number out. */
export function faultIn(text: unknown, key: string, model: string): TextFault | null {
  if (typeof text !== 'string' || text.length > longest) return 'text';
  if (markup.test(text) || (address.test(text) && !address.test(model))) return 'markup';
  if (forbidden.test(text)) return 'characters';
  if (/\{\{|\}\}/.test(text.replace(gap, ''))) return 'gaps';
  const [given, wanted] = [gapsIn(text), gapsIn(model)];
  const isWhole = key.endsWith('_one') || [...wanted].every(name => given.has(name));
  // The number of a plural may be in no form of the model that this language has.
  const isKnown = [...given].every(name => wanted.has(name) || name === 'count');
  return isWhole && isKnown ? null : 'gaps';
}
