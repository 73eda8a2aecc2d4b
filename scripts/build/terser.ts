import { type MinifyOptions, minify } from 'terser';
import type { Plugin } from 'vite';
import { withoutKnownFiles } from './known-files.ts';
import { withoutLaterObjects } from './later-exports.ts';
import { namesWithin, sharedNames, withSharedNames } from './shared-names.ts';
import { shortFields } from './short-fields.ts';

/** What i18next would tell a developer in the console of the browser. */
const silent = ['warn', 'log', 'error', 'once', 'deprecate'].map(level => `this.logger.${level}`);

type Names = ReadonlyMap<string, string>;

/** The options of terser, with the names that variables and fields shall have. Its types do not have all of them. */
function optionsWith(variables: Names, fields: Names): MinifyOptions {
  const mangle: object = {
    cache: { props: new Map(variables) },
    properties: { only_cache: true, builtins: true, cache: { props: new Map(fields) } },
  };
  return {
    module: true,
    ecma: 2020,
    compress: {
      passes: 3,
      pure_funcs: silent,
      pure_getters: true,
      hoist_funs: true,
      unsafe: true,
      unsafe_arrows: true,
    },
    mangle,
  };
}

/** Simplifies the code that the bundler has minified once more: the files of the login and of the first number are 2 % smaller. */
export function terserPlugin(): Plugin {
  return {
    name: 'terser',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
        const isFirst = ({ name }: { readonly name: string }) => firstChunks.includes(name);
        const first = chunks.filter(isFirst).map(({ code }) => code);
        for (const chunk of chunks)
          if (!isFirst(chunk)) chunk.code = withoutKnownFiles(chunk.code, first.join('\n'));
        const codes = withoutLaterObjects(
          new Map(chunks.map(({ fileName, code }) => [fileOf(fileName), code])),
        );
        const names = sharedNames(codes);
        const fields = shortFields([...codes.values()]);
        for (const chunk of chunks) {
          const file = fileOf(chunk.fileName);
          const whole = codes.get(file) ?? '';
          const { code = '' } = await minify(whole, optionsWith(namesWithin(file, whole, names), fields));
          chunk.code = withSharedNames(file, code, names);
        }
      },
    },
  };
}

/** The styles are loaded with these. */
const firstChunks = ['start', 'home'];

const fileOf = (path: string) => path.replace(/^assets\//, '');
