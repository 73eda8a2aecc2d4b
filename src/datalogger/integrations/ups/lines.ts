/*
 * Lines of the network protocol of NUT (RFC 9271): words separated by spaces, in double quotes where they may contain spaces; a backslash
 * escapes a quote or a backslash.
 */

/** The words of a line; a quote that is not closed ends with the line. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"?|[^\s"]+/g)].map(([word, quoted]) =>
    quoted === undefined ? word : quoted.replace(/\\(.)/g, '$1'),
  );
}

/** One word as an argument of a command. */
export const quoted = (word: string) => `"${word.replace(/["\\]/g, String.raw`\$&`)}"`;
