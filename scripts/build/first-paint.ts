import { readFileSync } from 'node:fs';
import { build, createServer, type HtmlTagDescriptor, type Plugin } from 'vite';
import { metaPolicy } from '../../src/datalogger/serve/security-headers.ts';
import type { prerenderLogin } from './prerender-login';

const root = new URL('../..', import.meta.url).pathname;
const bootSource = `${root}src/console/boot/boot.ts`;

/**
 * What stands on the page before the application's script arrives: the sprite, the login form (rendered from the very
 * component), and a small classic script that sets theme and language and hides the form when a session is open.
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
      this.emitFile({ type: 'asset', name: 'boot.js', source: await bundleBoot() });
    },
  };
}

/** Host names that stay on plain http; an installer may fill it in later. */
const plainHttpHosts: HtmlTagDescriptor = {
  tag: 'meta',
  attrs: { name: 'plain-http-hosts', content: process.env.PLAIN_HTTP_HOSTS ?? '' },
  injectTo: 'head',
};

const developmentTags: HtmlTagDescriptor[] = [
  plainHttpHosts,
  { tag: 'script', attrs: { type: 'module', src: '/src/console/boot/boot.ts' }, injectTo: 'head-prepend' },
];

function productionTags(files: readonly string[]): HtmlTagDescriptor[] {
  const boot = files.find(file => /boot-.*\.js$/.test(file));
  if (!boot) throw new Error('the boot script is missing from the bundle');
  return [
    { tag: 'meta', attrs: { charset: 'utf-8' }, injectTo: 'head-prepend' },
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy },
      injectTo: 'head-prepend',
    },
    { tag: 'script', attrs: { src: `/${boot}` }, injectTo: 'head-prepend' },
    plainHttpHosts,
  ];
}

/** The sprite without what an inline style would need: the policy of the page forbids style attributes. */
function readSprite(): string {
  return readFileSync(`${root}src/console/ui/sprite.svg`, 'utf8').replaceAll('\n', '');
}

async function bundleBoot(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: { input: bootSource, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('the boot script was not built');
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
