import preact from '@preact/preset-vite';
import { defineConfig, type UserConfig } from 'vite';
import compression from 'vite-plugin-compression';
import { firstPaintPlugin } from './scripts/build/first-paint.ts';
import { languageFilesPlugin } from './scripts/build/language-files.ts';
import { startChunk } from './scripts/build/start-chunk.ts';
import { trimPico } from './scripts/build/trim-pico.ts';

/** The browser floor of the product: Chromium 105, Firefox 110, Safari 16. */
const browsers = ['chrome105', 'firefox110', 'safari16'];

const consoleBuild: UserConfig = {
  plugins: [
    preact({ devToolsEnabled: false, prefreshEnabled: true }),
    languageFilesPlugin(),
    firstPaintPlugin(),
    compression({ threshold: 0, verbose: false, filter: /\.(js|css|html|json|svg)$/ }),
  ],
  resolve: { alias: [{ find: /^wouter(\/.*)?$/, replacement: 'wouter-preact$1' }] },
  css: {
    postcss: { plugins: [trimPico] },
    preprocessorOptions: { scss: { quietDeps: true, silenceDeprecations: ['if-function'] } },
  },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the page's small script needs must not wait for the application.
            { name: 'loader', test: /preload-helper|rolldown.*runtime/, priority: 4 },
            { name: startChunk, debugName: 'start', priority: 3 },
            // What three screens share comes once: many small pieces compress badly and cost a request each.
            {
              name: 'shared',
              test: /src\/console\/(browser|commands|data|devices|i18n|ui(?!\/plot))\/.*tsx?$/,
              minShareCount: 3,
              priority: 2,
            },
            // The one chart, and what comes with its menu.
            {
              name: 'plot',
              test: /src\/console\/ui\/plot\/(?!on-demand|PlotItems|PlotTable|save|rows-axis)/,
              priority: 1,
            },
            {
              name: 'plot-menu',
              test: /src\/console\/ui\/plot\/(on-demand|PlotItems|PlotTable|save)/,
              priority: 1,
            },
            // The engine of the configuration screens, with what checks a form; after what every screen shares.
            {
              name: 'configuration',
              test: /src\/console\/(form|configuration)\/.*tsx?$|node_modules\/valibot\/|src\/contract\/(config\/facts|issue-codes|quantity|text)/,
              priority: 1,
            },
          ],
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
