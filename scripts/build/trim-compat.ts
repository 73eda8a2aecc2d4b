import type { Plugin } from 'vite';

/**
 * Cuts Suspense, `lazy` and portals out of preact/compat. The console has none of them, but they register with Preact when the module is
 * loaded, so the bundler has to keep them, and the login would wait for them.
 */
const cuts: readonly (readonly [from: RegExp, to: string])[] = [
  [/,O=e\.__e;e\.__e=function.*?;(?=var q=)/s, ';'],
  [/createPortal:\$,/, ''],
  [/Suspense:P,SuspenseList:B,lazy:z,/, ''],
  [/P as Suspense,B as SuspenseList,/, ''],
  [/\$ as createPortal,/, ''],
  [/z as lazy,/, ''],
];

export function trimCompatPlugin(): Plugin {
  return {
    name: 'trim-compat',
    apply: 'build',
    transform: {
      filter: { id: /preact\/compat\/dist\/compat\.module\.js$/ },
      handler(code) {
        return cuts.reduce((left, [from, to]) => {
          if (!from.test(left)) throw new Error(`preact/compat has changed: ${from} is not in it`);
          return left.replace(from, to);
        }, code);
      },
    },
  };
}
