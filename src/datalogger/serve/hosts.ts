const ipv4 = /^(\d{1,3}\.){3}\d{1,3}$/;

/**
 * Whether a request may name this host: address literals, localhost and the configured names. Any other name may be
 * another site's that was made to point here (DNS rebinding). `hostname` as in a URL, `[v6]` in brackets.
 */
export function isAllowedHost(hostname: string, trustedHosts: readonly string[]): boolean {
  const name = hostname.toLowerCase();
  if (ipv4.test(name) || (name.startsWith('[') && name.endsWith(']'))) return true;
  return name === 'localhost' || name.endsWith('.localhost') || trustedHosts.includes(name);
}
