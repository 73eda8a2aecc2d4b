import { readFileSync } from 'node:fs';
import { type MinifyOptions, minify } from 'terser';
import type { Plugin } from 'vite';

/** What i18next would tell a developer in the console of the browser. */
const silent = ['warn', 'log', 'error', 'deprecate'].map(level => `this.logger.${level}`);
const options: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 2, pure_funcs: silent },
};
const { version } = JSON.parse(
  readFileSync(new URL(import.meta.resolve('terser/package.json')).pathname, 'utf8'),
);

/** Simplifies the code that the bundler has minified once more: the files of the login and of the first number are 2 % smaller. */
export function terserPlugin(): Plugin {
  return {
    name: 'terser',
    apply: 'build',
    enforce: 'post',
    // The names of the files have a hash of the code before this step, and are kept by browsers for ever.
    augmentChunkHash: () => version + JSON.stringify(options),
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk') output.code = (await minify(output.code, options)).code ?? output.code;
        }
      },
    },
  };
}
