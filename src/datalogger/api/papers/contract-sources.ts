import type { Block } from './paper';
import type { Writer } from './words';

/** The numbered sources of the figures of a sheet: texts that no column has room for. */
export class Sources {
  readonly #writer: Writer;
  readonly #month: string;
  readonly #texts: string[] = [];

  /** `month`: as the report is asked for. */
  constructor(writer: Writer, month: string) {
    this.#writer = writer;
    this.#month = month;
  }

  /** The number of a source: its formula, the fields of the report and of the plant's configuration that it reads. */
  add(formula: string, ofReport: readonly string[], ofPlant: readonly string[]): string {
    const report = `GET report?tipo=mensile&d=${this.#month}`;
    const addresses = [
      ...(ofReport.length === 0 ? [] : [`${report}: ${ofReport.join(', ')}`]),
      ...(ofPlant.length === 0 ? [] : [`GET impianto/1: ${ofPlant.join(', ')}`]),
    ];
    return this.addText([formula, ...addresses].join(' | '));
  }

  addText(text: string): string {
    this.#texts.push(text);
    return `[${this.#texts.length}]`;
  }

  /** One paragraph for each source, in order. */
  blocks(): Block[] {
    const all = this.#writer.word('agreement.source.all');
    return [all, ...this.#texts.map((text, index) => `[${index + 1}] ${text}`)].map(text => ({
      kind: 'text',
      text,
    }));
  }
}
