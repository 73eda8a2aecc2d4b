import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, list, type Node, textOfLiteral, visitAll } from './syntax.ts';

/*
 * A key such as `dashboard.title.reading` is for people. In the built console its name would be in the code and once more in the list of
 * keys, so that keys weigh as much as texts. Keys that the code names in full are therefore numbered by the build, in code and words alike.
 * Keys that the code composes (`inverter.state.${state}`, `textOf('alarm', code, 'title')`) keep their names.
 */

const source = join(import.meta.dirname, '../../src/console');

/** The keys that a template can be, `a.b.${c}`, as the source of a regular expression; null where it cannot be a key. */
function composed(template: Node): string | null {
  const parts = list(template.quasis).map(part => String(Object(Object(part).value).cooked));
  const isKey = /^\w+\.[\w.]*$/.test(parts[0] ?? '') && parts.every(part => /^[\w.]*$/.test(part));
  return isKey ? parts.join('[\\w.]+').replaceAll('.', '\\.').replaceAll('[\\w\\.]', '[\\w.]') : null;
}

/** The keys that a call of `textOf` or `textWith` can ask for. */
function asked(name: string, given: readonly unknown[]): string {
  const steps = name === 'textWith' ? given.slice(1) : given;
  return steps.map(step => textOfLiteral(step) ?? '\\w+').join('\\.');
}

/** Passes keys on, whatever they are. */
const engine = join('i18n', 'translate.ts');

export interface KeyUse {
  /** The keys that the code names in full, and other strings that look like one. */
  readonly named: ReadonlySet<string>;
  readonly isComposed: (key: string) => boolean;
}

/** How the source of the console uses keys. Throws for a key that its source does not determine. */
export function readKeyUse(): KeyUse {
  const named = new Set<string>();
  const patterns = new Set<string>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || file === engine) continue;
    visitAll(file, readFileSync(join(source, file), 'utf8'), node => {
      const text = textOfLiteral(node);
      if (text?.includes('.')) named.add(text);
      const pattern = node.type === 'TemplateLiteral' ? composed(node) : null;
      if (pattern !== null) patterns.add(pattern);
      const [callee, given] = [Object(node.callee).name, list(node.arguments)];
      if (callee === 'textOf' || callee === 'textWith') patterns.add(asked(callee, given));
      const [key] = given;
      if (callee === 't' && isNode(key) && key.type === 'TemplateLiteral' && composed(key) === null)
        throw new Error(
          `${file}: the key of a text begins with a value, so nothing tells which texts it can be`,
        );
    });
  }
  const isComposed = new RegExp(`^(${[...patterns].join('|')})$`);
  return { named, isComposed: key => isComposed.test(key) };
}

/** The code with keys replaced by their numbers. */
export function withNumbers(file: string, code: string, numberOf: ReadonlyMap<string, string>): string {
  const found: (readonly [start: number, end: number, number: string])[] = [];
  visitAll(file, code, node => {
    const number = numberOf.get(textOfLiteral(node) ?? '');
    if (number !== undefined) found.push([node.start, node.end, number]);
  });
  return found
    .sort(([one], [other]) => other - one)
    .reduce((left, [start, end, number]) => `${left.slice(0, start)}'${number}'${left.slice(end)}`, code);
}
