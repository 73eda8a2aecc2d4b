import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyText } from '../../src/datalogger/serve/security-headers';

/** The configurations of `deploy` that send the policy of the page. */
export const policyFiles = ['nginx/meridiana-headers.inc', 'lighttpd/meridiana.conf', 'caddy/Caddyfile'];

/** A configuration of `deploy` for the console in a folder: its policy names what that page has within it. Fails where it sends no policy. */
export function withPagePolicy(configuration: string, consoleFolder: string): string {
  const general = policyText();
  if (!configuration.includes(general))
    throw new Error('the configuration does not send the policy of the page');
  const html = readFileSync(join(consoleFolder, 'index.html'), 'utf8');
  return configuration.replaceAll(general, policyText(html));
}
