import type { Plugin } from 'vite';
import { visitAll } from './syntax.ts';

/** The code with every call marked as one that does nothing but give a value. */
function marked(file: string, code: string): string {
  const starts = new Set<number>();
  visitAll(file, code, ({ type, start }) => {
    if (type === 'CallExpression') starts.add(start);
  });
  return [...starts]
    .sort((one, other) => other - one)
    .reduce((left, start) => `${left.slice(0, start)}/* @__PURE__ */ ${left.slice(start)}`, code);
}

/**
 * The contract describes requests and answers, and the console needs the descriptions of what it sends, as its forms check it. A call that
 * makes a description would be kept wherever nobody uses it, because the bundler cannot know that it changes nothing.
 */
export const pureContractPlugin: Plugin = {
  name: 'pure-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/.*\.ts$/ },
    handler: (code, id) => ({ code: marked(id, code), map: null }),
  },
};
