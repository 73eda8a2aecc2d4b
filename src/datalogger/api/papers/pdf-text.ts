/** What the writers of a page share. Lengths in points. */
export interface Page {
  readonly document: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  /** Where the room for the content of the page ends. */
  readonly bottom: () => number;
}

export const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold' } as const;
export const inks = {
  text: '#1b2430',
  quiet: '#5a6675',
  line: '#c3cad3',
  bar: '#e0a526',
  band: '#f4f6f8',
} as const;

/** Signs of the console that the standard fonts (Windows-1252) do not have. */
const others: Readonly<Record<string, string>> = {
  '−': '–',
  '\u202f': '\u00a0',
  '₂': '2',
  '₀': '0',
  '≤': '<=',
  '≥': '>=',
  '→': '>',
  γ: 'gamma',
  φ: 'phi',
  Σ: 'sum',
};
const extra = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** The text in signs that the standard fonts have: a letter without its foreign accent, and `?` for what has none. */
export function encodable(text: string): string {
  return [...text.normalize('NFC')]
    .map(sign => {
      if (isKnown(sign)) return sign;
      const plain = others[sign] ?? sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      return plain !== '' && [...plain].every(isKnown) ? plain : '?';
    })
    .join('');
}

const isKnown = (sign: string) => /^[\n\x20-\x7e\u00a0-\u00ff]$/.test(sign) || extra.includes(sign);

/** The text, cut with an ellipsis where it is wider than the room in the font that is set. */
export function atMost(document: PDFKit.PDFDocument, text: string, room: number): string {
  const whole = encodable(text);
  if (document.widthOfString(whole) <= room) return whole;
  let end = whole.length;
  while (end > 0 && document.widthOfString(`${whole.slice(0, end)}…`) > room) end--;
  return `${whole.slice(0, end).trimEnd()}…`;
}
