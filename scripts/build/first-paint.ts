import { readFileSync } from 'node:fs';
import { build, createServer, type HtmlTagDescriptor, type Plugin } from 'vite';
import { languageCodes, sourceLanguage } from '../../src/contract/languages.ts';
import { metaPolicy } from '../../src/datalogger/serve/security-headers.ts';
import type { prerenderLogin } from './prerender-login';

const root = new URL('../..', import.meta.url).pathname;
const scriptSource = `${root}src/console/first-paint/first-paint.ts`;

const formWordsModule = 'virtual:form-words';

/** Gives the small script the texts of the login form in every language, without their keys: it has to be small. */
const formWordsPlugin: Plugin = {
  name: 'form-words',
  resolveId: id => (id === formWordsModule ? `\0${formWordsModule}` : null),
  load: id =>
    id === `\0${formWordsModule}` ? `export const formWords = ${JSON.stringify(formWords())}` : null,
};

function formWords(): Record<string, unknown[]> {
  const wordsIn = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(`${root}src/console/i18n/languages/${language}.json`, 'utf8')).first;
  const keys = Object.keys(wordsIn(sourceLanguage));
  return Object.fromEntries(
    languageCodes.map(language => {
      const words = wordsIn(language);
      return [language, keys.map(key => words[key])];
    }),
  );
}

/**
 * What stands on the page before the application's script arrives: the sprite, the login form (rendered from the very
 * component), and a small classic script that sets theme and language and hides the form when a session is open.
 */
export function firstPaintPlugin(): Plugin[] {
  let isBuild = false;
  const firstPaint: Plugin = {
    name: 'first-paint',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, context) {
        const page = html.replace('<!--sprite-->', readSprite()).replace('<!--login-->', await renderLogin());
        return {
          html: page,
          tags: isBuild ? productionTags(Object.keys(context.bundle ?? {})) : developmentTags,
        };
      },
    },
    async buildStart() {
      if (!isBuild) return;
      this.emitFile({ type: 'asset', name: 'first-paint.js', source: await bundleScript() });
    },
  };
  return [formWordsPlugin, firstPaint];
}

/** Host names that stay on plain http; an installer may fill it in later. */
const plainHttpHosts: HtmlTagDescriptor = {
  tag: 'meta',
  attrs: { name: 'plain-http-hosts', content: process.env.PLAIN_HTTP_HOSTS ?? '' },
  injectTo: 'head',
};

const developmentTags: HtmlTagDescriptor[] = [
  plainHttpHosts,
  {
    tag: 'script',
    attrs: { type: 'module', src: '/src/console/first-paint/first-paint.ts' },
    injectTo: 'head-prepend',
  },
];

function productionTags(files: readonly string[]): HtmlTagDescriptor[] {
  const script = files.find(file => /first-paint-.*\.js$/.test(file));
  if (!script) throw new Error('the first-paint script is missing from the bundle');
  return [
    { tag: 'meta', attrs: { charset: 'utf-8' }, injectTo: 'head-prepend' },
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy },
      injectTo: 'head-prepend',
    },
    { tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' },
    plainHttpHosts,
  ];
}

/** The sprite without what an inline style would need: the policy of the page forbids style attributes. */
function readSprite(): string {
  return readFileSync(`${root}src/console/ui/sprite.svg`, 'utf8').replaceAll('\n', '');
}

async function bundleScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    plugins: [formWordsPlugin],
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: { input: scriptSource, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('the first-paint script was not built');
  return output.output[0].code;
}

async function renderLogin(): Promise<string> {
  const server = await createServer({
    configFile: `${root}vite.config.ts`,
    root,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = await server.ssrLoadModule('/scripts/build/prerender-login.tsx');
    const prerender: typeof prerenderLogin = module.prerenderLogin;
    return prerender();
  } finally {
    await server.close();
  }
}
