import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { supportedDevices } from '../../scripts/supported-devices';
import { library } from '../../src/datalogger/sources/fieldbus/profiles/library';

test('the list of supported devices is that of the library: npx tsx scripts/supported-devices.ts writes it', () => {
  const written = readFileSync(join(import.meta.dirname, '../../deploy/DEVICES.md'), 'utf8');
  expect(written).toBe(supportedDevices());
  for (const key of library.keys()) expect(written).toContain(`| \`${key}\` |`);
});
