/** A document for print: what it says, in order. How it looks is decided by its writer (`pdf.ts`). */
export interface Paper {
  readonly title: string;
  /** Below the title: the period. */
  readonly subtitle: string;
  /** Epoch seconds: the same document has the same bytes. */
  readonly createdS: number;
  /** A JPEG in Base64 for the head of the first page; empty for none. */
  readonly logo: string;
  /** At the foot of every page, such as the plant and when the document was made. */
  readonly foot: readonly string[];
  readonly blocks: readonly Block[];
}

/** A number, a few of which stand side by side. */
export interface KeyFigure {
  readonly label: string;
  readonly value: string;
  /** Below it, small; '' for none. */
  readonly note: string;
}

export interface PaperColumn {
  readonly title: string;
  /** Numbers stand right, texts left. */
  readonly isNumber: boolean;
  readonly cells: readonly string[];
  /** In the last row; left out where there is no sum. */
  readonly total?: string;
}

/** Bars side by side, each with a second value as a line above or across it; null where nothing was measured. */
export interface Bars {
  readonly labels: readonly string[];
  readonly values: readonly (number | null)[];
  readonly compared: readonly (number | null)[];
  /** The largest value as text, at the top of the axis. */
  readonly top: string;
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figures'; readonly figures: readonly KeyFigure[] }
  | { readonly kind: 'bars'; readonly bars: Bars }
  /** Lines to sign, side by side, each with its name below. */
  | { readonly kind: 'signatures'; readonly names: readonly string[] }
  | { readonly kind: 'table'; readonly columns: readonly PaperColumn[] };
