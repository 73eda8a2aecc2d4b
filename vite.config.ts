import preact from '@preact/preset-vite';
import { defineConfig, type UserConfig } from 'vite';
import compression from 'vite-plugin-compression';
import { chunkOf } from './scripts/build/chunks.ts';
import { browsers, cssOptions } from './scripts/build/css-options.ts';
import { elementCallsPlugin } from './scripts/build/element-calls.ts';
import { firstPaintPlugin } from './scripts/build/first-paint.ts';
import { mergeRuntimePlugin } from './scripts/build/merge-runtime.ts';
import { preloadHelperPlugin } from './scripts/build/preload-helper.ts';
import { preloads } from './scripts/build/preloads.ts';
import { languageFilesPlugin } from './scripts/build/publish-words.ts';
import { pureContractPlugin } from './scripts/build/pure-contract.ts';
import { sourcesMark } from './scripts/build/sources-mark.ts';
import { terserPlugin } from './scripts/build/terser.ts';
import { trimI18next } from './scripts/build/trim-i18next.ts';
import { trimPreact } from './scripts/build/trim-preact.ts';
import { trimValibot } from './scripts/build/trim-valibot.ts';
import { compressible, zopfliPlugin } from './scripts/build/zopfli.ts';

const fileName = `assets/[name]-${sourcesMark()}`;
const fileNames = {
  entryFileNames: `${fileName}.js`,
  chunkFileNames: `${fileName}.js`,
  assetFileNames: `${fileName}[extname]`,
};

const consoleBuild: UserConfig = {
  plugins: [
    preact({ devToolsEnabled: false, prefreshEnabled: true }),
    elementCallsPlugin,
    languageFilesPlugin(),
    pureContractPlugin,
    trimPreact,
    trimI18next,
    trimValibot,
    preloadHelperPlugin(),
    terserPlugin(),
    mergeRuntimePlugin(),
    firstPaintPlugin(),
    compression({ threshold: 0, verbose: false, filter: compressible }),
    zopfliPlugin(),
  ],
  resolve: { alias: [{ find: /^wouter(\/.*)?$/, replacement: 'wouter-preact$1' }] },
  css: cssOptions,
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    modulePreload: preloads,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        ...fileNames,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'screens' }],
        },
      },
    },
  },
};

/** The datalogger as one file for Node; its dependencies stay packages. */
const dataloggerBuild: UserConfig = {
  build: {
    outDir: 'dist/datalogger',
    emptyOutDir: true,
    target: 'node20',
    ssr: true,
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? dataloggerBuild : consoleBuild));
