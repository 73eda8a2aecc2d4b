/**
 * The content security policy of the console, as data: the datalogger sends it as a header and the build writes it
 * into a <meta> tag for web servers that cannot send headers. `data:` images are Pico's own chevrons and check marks.
 */
export const pageDirectives = {
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

/** The policy as one line; the directives in `without` are left out. */
export function policyText(without: readonly (keyof typeof pageDirectives)[] = []): string {
  const left: readonly string[] = without;
  return Object.entries(pageDirectives)
    .filter(([name]) => !left.includes(name))
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** For <meta http-equiv>: browsers ignore `frame-ancestors` there and complain about it. */
export const metaPolicy = policyText(['frame-ancestors']);

/** On every answer that is not the API's, errors included. */
export const pageHeaders = {
  'Content-Security-Policy': policyText(),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=()',
} as const;

/** On every answer of the API with content, errors included. Short, because every poll on a slow link has them. */
export const apiHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;
