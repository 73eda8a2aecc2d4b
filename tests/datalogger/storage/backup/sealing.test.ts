import { expect, test } from 'vitest';
import { seal, unseal } from '../../../../src/datalogger/storage/backup/sealing';

const passphrase = 'perché-no-42'.normalize('NFC');

test('sealed secrets open with the same passphrase, however a keyboard composes its accents', async () => {
  const sealed = await seal('s3greta', passphrase);
  expect(await unseal(sealed, passphrase)).toBe('s3greta');
  expect(await unseal(sealed, passphrase.normalize('NFD'))).toBe('s3greta');
});

test('another passphrase, or a damaged text, opens nothing', async () => {
  const sealed = await seal('s3greta', passphrase);
  expect(await unseal(sealed, 'perche-no-42')).toBeNull();
  expect(await unseal({ ...sealed, testo: `AAAA${sealed.testo.slice(4)}` }, passphrase)).toBeNull();
});
