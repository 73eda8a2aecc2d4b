import * as v from 'valibot';

/** No control characters: no value becomes a second line of a file, a header or a log, or drives a terminal. */
export const isOneLine = v.regex(/^\P{Cc}*$/u);

/**
 * What nobody sees in a text: control characters, marks that turn the direction of writing, characters without a width, separators
 * of lines, halves of a character, the empty pattern of Braille. With one of them a name looks like another or reads as it is not.
 */
const unseen = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
/** They choose how the sign before them is drawn: telephones write them of their own accord. */
const drawing = String.raw`\uFE0E\uFE0F`;
const seenOnly = new RegExp(`^(?:[${drawing}]|[^${unseen}])*$`, 'u');
const seenInLines = new RegExp(`^(?:[\\n${drawing}]|[^${unseen}])*$`, 'u');
const someUnseen = new RegExp(`(?![\\n${drawing}])[${unseen}]`, 'gu');

/** What an issue of a schema requires of a text when something in it cannot be seen. */
export const visibility: readonly unknown[] = [seenOnly, seenInLines];

/** One line of which everything can be seen. */
export const isVisible = v.regex(seenOnly);

/** A text with something else, or nothing, for each character that nobody sees; its line ends stay. */
export const replaceUnseen = (text: string, instead: (character: string) => string) =>
  text.replace(someUnseen, instead);

/** One line of text as people type it, of at most `max` characters. */
export const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), isVisible);

/** What people write in a larger field: with line ends. At most `max` characters. */
export const lines = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), v.regex(seenInLines));

/** Letters that may stand together in a user name: Latin as Europe writes it, Greek, Cyrillic, or none of them. */
const alphabets = [
  /^[\P{L}A-Za-z\u00C0-\u01BF\u01CD-\u024F\u1E00-\u1EFF]*$/u,
  /^[\P{L}\p{Script=Greek}]*$/u,
  /^[\P{L}\p{Script=Cyrillic}]*$/u,
  // Those without capitals; of them Lisu is made of Latin capitals.
  /^(?:\P{L}|(?!\p{Script=Lisu})\p{Lo})*$/u,
];

/** A Cyrillic letter among Latin ones is there to look like one of them. */
export const isOneAlphabet = (name: string) =>
  alphabets.some(alphabet => alphabet.test(name.normalize('NFKC')));

/** An e-mail address; its letters cannot become a second header. */
export const EmailAddress = v.pipe(v.string(), v.maxLength(254), v.email());

/** `HH:MM` of the plant's wall clock. */
export const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

const hostLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const addressByte = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
/** A name ends with a label that is no number: `999.1.1.1` is neither a name nor an address. */
const hostPattern = String.raw`^(?:(?:${hostLabel}\.)*(?!\d+$)${hostLabel}|${addressByte}(?:\.${addressByte}){3})$`;

/** The name of a host, or its IPv4 address. */
export const HostName = v.pipe(v.string(), v.maxLength(253), v.regex(new RegExp(hostPattern, 'i')));

/** An http or https address on one line, without a user before the host: the address is shown and logged, so it must hold no secret. */
export const webAddress = v.regex(/^https?:\/\/[^\s\p{Cc}\p{Cf}\\/?#@]+([/?#][^\s\p{Cc}\p{Cf}\\]*)?$/u);
