import type { CSSOptions } from 'vite';
import { trimPico } from './trim-pico.ts';

/** The browser floor of the product: Chromium 105, Firefox 110, Safari 16. */
export const browsers = ['chrome105', 'firefox110', 'safari16'];

export const cssOptions: CSSOptions = {
  postcss: { plugins: [trimPico] },
  preprocessorOptions: { scss: { quietDeps: true, silenceDeprecations: ['if-function'] } },
};
