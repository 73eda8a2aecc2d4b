/**
 * Host names that may stay on plain http beside addresses and localhost, e.g. `datalogger.local`: set at build time or by
 * the installer in `<meta name="plain-http-hosts" content="name name">` of index.html.
 */
export function plainHttpHosts(): readonly string[] {
  const content = document.querySelector('meta[name="plain-http-hosts"]')?.getAttribute('content') ?? '';
  return content.toLowerCase().split(/\s+/).filter(Boolean);
}
