import { readFileSync } from 'node:fs';
import { build, createServer, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { languageCodes, sourceLanguage } from '../../src/contract/languages.ts';
import { metaPolicy } from '../../src/datalogger/api/http/security-headers.ts';
import { browsers, cssOptions } from './css-options.ts';
import type { prerenderLogin } from './prerender-login';

const root = new URL('../..', import.meta.url).pathname;
const folder = `${root}src/console/first-paint/`;

/** The texts of the login form by language, in the order of their keys and without them, to keep them small. */
function formWords(): Record<string, unknown[]> {
  const wordsIn = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(`${root}src/console/i18n/languages/${language}.json`, 'utf8')).first;
  const keys = Object.keys(wordsIn(sourceLanguage)).sort();
  return Object.fromEntries(
    languageCodes.map(language => {
      const words = wordsIn(language);
      return [language, keys.map(key => words[key])];
    }),
  );
}

/**
 * Writes into the page everything that is shown before the application has loaded: the login form (rendered from its component), its
 * style, a small classic script that sets theme and language and hides the form when a session is open, the form's texts in every
 * language, and the icons. The policy of the page allows style and script by their hashes; each request saved is half a second on GPRS.
 */
export function firstPaintPlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'first-paint',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const page = html
          .replace('<!--sprite-->', readSprite())
          .replace('<!--icon-->', iconLink())
          .replace('<!--login-->', await renderLogin())
          .replace('<!--words-->', wordsElement());
        return isBuild ? productionPage(page) : { html: page, tags: developmentTags };
      },
    },
  };
}

/** A data block, which no content security policy forbids; the script reads it when the form is in the page. */
const wordsElement = () =>
  `<script type="application/json" id="form-words">${JSON.stringify(formWords())}</script>`;

/** Host names that stay on plain http; an installer can fill this in later. */
const plainHttpHosts = process.env.PLAIN_HTTP_HOSTS ?? '';

const developmentTags: HtmlTagDescriptor[] = [
  { tag: 'meta', attrs: { name: 'plain-http-hosts', content: plainHttpHosts }, injectTo: 'head' },
  ...['styles.ts', 'first-paint.ts'].map(
    (name): HtmlTagDescriptor => ({
      tag: 'script',
      attrs: { type: 'module', src: `/src/console/first-paint/${name}` },
      injectTo: 'head-prepend',
    }),
  ),
];

/** Moves the application's script to the end, so that everything the form needs is loaded first. */
async function productionPage(html: string): Promise<string> {
  const [application = ''] = /<script type="module"[^>]*><\/script>/.exec(html) ?? [];
  const parts = await inlineParts();
  const page = html
    .replace(application, '')
    .replaceAll(/\n\s*/g, '')
    .replace(
      '<head>',
      () =>
        `<head><meta charset="utf-8"><!--policy--><meta name="plain-http-hosts" content="${plainHttpHosts}">`,
    )
    .replace('</head>', () => parts)
    .replace('</body>', `${application}</body>`);
  return page.replace(
    '<!--policy-->',
    `<meta http-equiv="Content-Security-Policy" content="${metaPolicy(page)}">`,
  );
}

async function inlineParts(): Promise<string> {
  const style = await bundle('styles.ts', 'es', output => output.type === 'asset' && String(output.source));
  const script = await bundle('first-paint.ts', 'iife', output => output.type === 'chunk' && output.code);
  return `<style>${style.trim()}</style><script>${script.trim()}</script></head>`;
}

/** The icons on one line, so that the page stays small. */
function readSprite(): string {
  return readFileSync(`${root}src/console/ui/sprite.svg`, 'utf8').replaceAll('\n', '');
}

/** The icon of the browser's tab as an address of its own: a file would weigh as much in headers, and be one request more. */
function iconLink(): string {
  const icon = readFileSync(`${root}src/console/ui/icon.svg`, 'utf8').trim();
  // Only what ends an attribute or an address has to be written otherwise.
  const text = icon.replaceAll('"', "'").replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E');
  return `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${text}">`;
}

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** The script needs the codes of the languages, and not the table: each login loads it. */
const onlyCodes: Plugin = {
  name: 'only-codes',
  load: id =>
    id.endsWith('/contract/languages.ts')
      ? `export const languageCodes = ${JSON.stringify(languageCodes)}, sourceLanguage = '${sourceLanguage}';`
      : null,
};

/** Builds one file on its own and returns what `pick` finds in the output. */
async function bundle(
  input: string,
  format: 'es' | 'iife',
  pick: (output: Output) => string | false,
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    css: cssOptions,
    plugins: [onlyCodes],
    build: {
      write: false,
      target: browsers,
      cssTarget: browsers,
      rolldownOptions: { input: folder + input, output: { format } },
    },
  });
  const built = Array.isArray(result) ? result : [result];
  const found = built.flatMap(each => ('output' in each ? each.output.map(pick) : []));
  const text = found.find(each => typeof each === 'string' && each !== '');
  if (!text) throw new Error(`${input} was not built`);
  return text;
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
