import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyText } from '../../src/datalogger/api/http/security-headers';

/** The configurations of `deploy` that send the content security policy of the page. */
export const policyFiles = ['nginx/meridiana-headers.inc', 'lighttpd/meridiana.conf', 'caddy/Caddyfile'];

/**
 * Returns a configuration of `deploy` with the hashes of the page in this console folder in its policy. Throws if it sends no policy.
 */
export function withPagePolicy(configuration: string, consoleFolder: string): string {
  const general = policyText();
  if (!configuration.includes(general))
    throw new Error('the configuration does not send the policy of the page');
  const html = readFileSync(join(consoleFolder, 'index.html'), 'utf8');
  return configuration.replaceAll(general, policyText(html));
}
