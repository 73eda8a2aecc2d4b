import { defineConfig, type UserConfig } from 'vite';
import compression from 'vite-plugin-compression';
import { chunkOf } from './scripts/build/chunks.ts';
import { consoleOptions } from './scripts/build/console-options.ts';
import { browsers, cssOptions } from './scripts/build/css-options.ts';
import { firstPaintPlugin } from './scripts/build/first-paint.ts';
import { mapsPlugin } from './scripts/build/maps.ts';
import { outcomePlugin } from './scripts/build/outcome.ts';
import { preloadHelperPlugin } from './scripts/build/preload-helper.ts';
import { preloads } from './scripts/build/preloads.ts';
import { languageFilesPlugin } from './scripts/build/publish-words.ts';
import { sourcesMark } from './scripts/build/sources-mark.ts';
import { compressible, zopfliPlugin } from './scripts/build/zopfli.ts';

// Each step is explained in scripts/README.md: what it saves, what it costs, how to switch it off.

const fileName = `assets/[name]-${sourcesMark()}`;
const fileNames = {
  entryFileNames: `${fileName}.js`,
  chunkFileNames: `${fileName}.js`,
  assetFileNames: `${fileName}[extname]`,
};

/** Warnings about how the chunks are divided, which `chunkOf` decides, and about the time of each plugin. */
const checks = { ineffectiveDynamicImport: false, pluginTimings: false };

/**
 * Functions first and comparisons as they are written compress better. That reading a property changes nothing is what `treeshake` below
 * assumes, too.
 */
const compress = {
  passes: 3,
  hoist_funs: true,
  lhs_constants: false,
  inline: 1,
  pure_getters: true,
  unsafe_arrows: true,
};

const consoleBuild: UserConfig = {
  ...consoleOptions,
  plugins: [
    ...consoleOptions.plugins,
    languageFilesPlugin(),
    preloadHelperPlugin(),
    firstPaintPlugin(),
    mapsPlugin(),
    compression({ threshold: 0, verbose: false, filter: compressible }),
    zopfliPlugin(),
    outcomePlugin(),
  ],
  css: cssOptions,
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    minify: 'terser',
    terserOptions: { module: true, ecma: 2020, compress },
    assetsInlineLimit: 0,
    modulePreload: preloads,
    sourcemap: 'hidden',
    rolldownOptions: {
      checks,
      // The value of a constant weighs less than its import from another chunk.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // Of the contract only what a screen uses: `v` is valibot, whose functions only describe values.
      treeshake: { manualPureFunctions: ['v'], propertyReadSideEffects: false },
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
  plugins: [outcomePlugin()],
  build: {
    outDir: 'dist/datalogger',
    emptyOutDir: true,
    target: 'node20',
    ssr: true,
    minify: false,
    rolldownOptions: { checks, output: { codeSplitting: false } },
  },
};

/** The service that changes settings of the box (src/box-service): one file that needs no package. */
const boxServiceBuild: UserConfig = {
  ...dataloggerBuild,
  ssr: { noExternal: true },
  build: { ...dataloggerBuild.build, outDir: 'dist/box-service' },
};

function buildOf(mode: string, isSsrBuild: boolean | undefined): UserConfig {
  if (!isSsrBuild) return consoleBuild;
  return mode === 'box-service' ? boxServiceBuild : dataloggerBuild;
}

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  ...buildOf(mode, isSsrBuild),
  // Vite lists every file; `npm run size` says what matters of them.
  ...(command === 'build' && { logLevel: 'warn' }),
}));
