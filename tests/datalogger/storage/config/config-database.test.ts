import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations, openConfigDatabase } from '../../../../src/datalogger/storage/config/config-database';
import { openDatabase } from '../../../../src/datalogger/storage/database/database';

/** How many migrations a database had while its SQL still listed the languages. */
const withLanguagesInSql = 3;

test('a database that listed the languages in SQL opens: accounts, sessions and codes are as they were, a new language fits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  const path = join(folder, 'config.db');
  try {
    const old = openDatabase(path, { durable: true, migrations: migrations.slice(0, withLanguagesInSql) });
    old.exec(`
      INSERT INTO account (nome, user, user_key, livello, email, lingua, password_hash, ultimo_accesso, versione) VALUES
        ('Marta Ferrara', 'admin', 'admin', '0', 'm@example.net', 'de', 'hash-1', 1780000000, 4),
        ('Gino Conti', 'operatore', 'operatore', '1', '', NULL, 'hash-2', NULL, 1),
        ('Gone', 'gone', 'gone', '1', '', 'fr', 'hash-3', NULL, 1);
      INSERT INTO session VALUES ('s1', 1, 1780000000, 1780043200);
      INSERT INTO reset_code VALUES (2, 'code', 1780000900);
      DELETE FROM account WHERE id = 3;
    `);
    expect(() => old.exec("UPDATE account SET lingua = 'pt' WHERE id = 1")).toThrow('CHECK');
    old.close();

    const config = openConfigDatabase(path);
    expect(config.accounts.all()).toEqual([
      {
        id: 1,
        nome: 'Marta Ferrara',
        user: 'admin',
        livello: '0',
        comandi: false,
        sospeso: false,
        email: 'm@example.net',
        lingua: 'de',
        ultimo_accesso: 1780000000,
        versione: 4,
      },
      {
        id: 2,
        nome: 'Gino Conti',
        user: 'operatore',
        livello: '1',
        comandi: false,
        sospeso: false,
        email: '',
        lingua: null,
        ultimo_accesso: null,
        versione: 1,
      },
    ]);
    expect(config.accounts.passwordHash(1)).toBe('hash-1');
    // No id is used twice, also after the change.
    const fields = {
      nome: 'New',
      user: 'new',
      user_key: 'new',
      livello: '1',
      comandi: false,
      sospeso: false,
      email: '',
      lingua: null,
    } as const;
    expect(config.accounts.add({ ...fields, password_hash: 'hash-4' })).toBe(4);
    config.close();

    const db = openDatabase(path, { durable: true, migrations });
    db.exec("UPDATE account SET lingua = 'pt' WHERE id = 1");
    const ids = (table: string) => db.prepare(`SELECT account_id AS id FROM ${table}`).all();
    expect([ids('session'), ids('reset_code')]).toEqual([[{ id: 1 }], [{ id: 2 }]]);
    db.exec('DELETE FROM account');
    expect([ids('session'), ids('reset_code')]).toEqual([[], []]);
    db.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
