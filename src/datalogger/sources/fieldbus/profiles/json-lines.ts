/*
 * JSON that knows its lines: `JSON.parse` says neither the line of a wrong comma in every version of Node, nor where a value stood.
 */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** A text that is no JSON, and the line of it, from 1. */
export class JsonFault extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

export interface JsonWithLines {
  readonly value: Json;
  /** The line of a value, or of the innermost one around it that there is. */
  lineOf(path: readonly (string | number)[]): number;
}

/** Deeper than this nothing is read: a profile has six. */
const deepest = 16;
const separator = '\n';
const literals = { true: true, false: false, null: null } as const;

/** Throws a `JsonFault`. */
export function parseWithLines(text: string): JsonWithLines {
  const reader = new Reader(text);
  const value = reader.whole();
  return {
    value,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const line = reader.lines.get(path.slice(0, length).join(separator));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

class Reader {
  readonly #text: string;
  #at = 0;
  #line = 1;
  readonly #path: (string | number)[] = [];
  readonly lines = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Json {
    const value = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) this.#refuse('something follows the end of the document');
    return value;
  }

  #refuse(reason: string): never {
    throw new JsonFault(this.#line, reason);
  }

  #skip(): void {
    for (; ; this.#at++) {
      const sign = this.#text[this.#at];
      if (sign === '\n') this.#line++;
      else if (sign !== ' ' && sign !== '\t' && sign !== '\r') return;
    }
  }

  /** Whether the next sign is this one, which is then passed. */
  #takes(sign: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #want(sign: string): void {
    if (!this.#takes(sign)) this.#refuse(`${sign} is missing`);
  }

  #value(): Json {
    this.#skip();
    if (this.#path.length > deepest) this.#refuse('too deep');
    this.lines.set(this.#path.join(separator), this.#line);
    const sign = this.#text[this.#at];
    if (sign === '{') return this.#object();
    if (sign === '[') return this.#array();
    return sign === '"' ? this.#string() : this.#plain();
  }

  #inside(name: string | number): Json {
    this.#path.push(name);
    const value = this.#value();
    this.#path.pop();
    return value;
  }

  #object(): Json {
    this.#want('{');
    const entries = new Map<string, Json>();
    if (this.#takes('}')) return {};
    do {
      this.#skip();
      if (this.#text[this.#at] !== '"') this.#refuse('a name in quotation marks is missing');
      const name = this.#string();
      if (entries.has(name)) this.#refuse(`${name} is there twice`);
      this.#want(':');
      entries.set(name, this.#inside(name));
    } while (this.#takes(','));
    this.#want('}');
    return Object.fromEntries(entries);
  }

  #array(): Json {
    this.#want('[');
    const values: Json[] = [];
    if (this.#takes(']')) return values;
    do values.push(this.#inside(values.length));
    while (this.#takes(','));
    this.#want(']');
    return values;
  }

  #string(): string {
    const [found] = this.#match(/"(?:[^"\\\p{Cc}]|\\.)*"/uy) ?? this.#refuse('a text does not end');
    try {
      return String(JSON.parse(found));
    } catch {
      return this.#refuse('a text with a wrong escape');
    }
  }

  #plain(): Json {
    const [word] = this.#match(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y) ?? [];
    if (word === undefined) return this.#refuse('a value is missing');
    if (word === 'true' || word === 'false' || word === 'null') return literals[word];
    return Number(word);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }
}
