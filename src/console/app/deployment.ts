/**
 * Host names that may use plain http, besides IP addresses and localhost, e.g. `datalogger.local`. Set at build time or by the installer in
 * `<meta name="plain-http-hosts" content="name name">` of index.html.
 */
export function plainHttpHosts(): readonly string[] {
  const content = document.querySelector('meta[name="plain-http-hosts"]')?.getAttribute('content') ?? '';
  return content.toLowerCase().split(/\s+/).filter(Boolean);
}
