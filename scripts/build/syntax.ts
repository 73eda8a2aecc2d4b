import { parseSync } from 'vite';

/** A node of a syntax tree, as far as the build reads it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Calls `visit` for every node of a source file. */
export function visitAll(name: string, code: string, visit: (node: Node) => void): void {
  const queue: unknown[] = [parseSync(name, code).program];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (isNode(value)) visit(value);
    if (typeof value === 'object' && value !== null)
      queue.push(...Object.values(value).filter(each => typeof each === 'object'));
  }
}

export const textOfLiteral = (node: unknown): string | null =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
