import { preact } from '@preact/preset-vite';
import type { Plugin, UserConfig } from 'vite';

const react = new URL('../../src/console/react.ts', import.meta.url).pathname;

/**
 * Markup becomes `createElement('td', { className }, text)`. Without the name `children` in each element all code is nearly 1 % smaller,
 * and Preact's other function for elements is not loaded. A plugin, because the preset for Preact decides otherwise.
 */
const elementCalls: Plugin = {
  name: 'element-calls',
  config: () => ({
    oxc: {
      // In development as in the built console: no other properties in the elements.
      jsx: { runtime: 'classic', pragma: '$element', pragmaFrag: '$Fragment', development: false },
      jsxInject: "import { createElement as $element, Fragment as $Fragment } from 'react';",
    },
  }),
};

/** What development, component tests and the built console have in common. */
export const consoleOptions = {
  plugins: [preact({ devToolsEnabled: false, reactAliasesEnabled: false }), elementCalls],
  resolve: {
    alias: [
      { find: /^react(-dom\/client)?$/, replacement: react },
      { find: /^wouter(\/.*)?$/, replacement: 'wouter-preact$1' },
    ],
  },
} satisfies UserConfig;
