import { createHash } from 'node:crypto';

/**
 * The content security policy of the console, as data: the datalogger sends it as a header and the build writes it
 * into a <meta> tag for web servers that cannot send headers. `data:` images are Pico's own chevrons and check marks.
 */
const pageDirectives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
} as const;

type Directive = keyof typeof pageDirectives;

/** The style and the small script within a page: the policy lets them through by what they are, and nothing else. */
export function inlineHashes(html: string): Partial<Record<Directive, readonly string[]>> {
  const hashes = (element: RegExp) =>
    [...html.matchAll(element)].map(([, text = '']) => `'sha256-${sha256(text)}'`);
  return {
    'script-src': hashes(/<script>(.*?)<\/script>/gs),
    'style-src': hashes(/<style>(.*?)<\/style>/gs),
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** The policy of a page as one line; the directives in `without` are left out. */
export function policyText(html = '', without: readonly Directive[] = []): string {
  const left: readonly string[] = without;
  const hashes: Readonly<Record<string, readonly string[]>> = inlineHashes(html);
  return Object.entries(pageDirectives)
    .filter(([name]) => !left.includes(name))
    .map(([name, value]) => [name, value, ...(hashes[name] ?? [])].join(' '))
    .join('; ');
}

/** For <meta http-equiv>: browsers ignore `frame-ancestors` there and complain about it. */
export const metaPolicy = (html: string) => policyText(html, ['frame-ancestors']);

/** On every answer that is a page, errors included, where the console's page is `html`. */
export const pageHeaders = (html = '') => ({
  'Content-Security-Policy': policyText(html),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=()',
});

/** Non-HTML responses get a policy that allows nothing, and cannot be framed. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * On every answer below `/assets/`, errors included. Scripts, styles and texts act under the policy of the page that loads them, so they do
 * not repeat it: half a kB for each file, on a slow link.
 */
export const fileHeaders = {
  'Content-Security-Policy': closedPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** On every answer of the API with content, errors included. Short, because every poll on a slow link has them. */
export const apiHeaders = {
  'Content-Security-Policy': closedPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;
