import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { factsOfFields } from '../../src/contract/config/facts';
import { configSchemas } from '../../src/contract/config/kinds';
import { PlantBody } from '../../src/contract/plant';
import { expectNoNonsense, logIn, pathOf, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { isLong } from '../support/long';
import { excessWidth, expectAccessibleIn } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });

/** Screen by its path, the field that is changed, and to what. */
const edits = [
  ['impianto', 'Titolare', 'Anna Verdi'],
  ['inverters', 'Posizione', 'Cabina A'],
  ['box-stringhe', 'Posizione', 'Fila 3'],
  ['trackers', 'Posizione', 'Fila 4'],
  ['sensori', 'Posizione', 'Palo 2'],
  ['digital-signals', 'Posizione', 'Quadro 1'],
  ['contatori', 'Posizione', 'Cabina B'],
  ['protezioni-interfaccia', 'Posizione', 'Cabina C'],
  ['cci', 'Posizione', 'Cabina D'],
  ['allarmi', 'Ritardo attivazione', '61'],
  ['account', 'E-mail', 'm.ferrara@example.com'],
  ['setup-sistema', 'Ritardo allarme', '20'],
  ['condivisione-dati', 'Cartella', '/impianto'],
  ['pianificazioni', 'Nome', 'Backup delle due'],
] as const;
const screens = edits.map(([screen]) => screen);
/** One screen of each kind: the plant, a list of devices, rules, accounts, panels, schedules. The long run takes all of them. */
const kinds = ['impianto', 'inverters', 'allarmi', 'account', 'setup-sistema', 'pianificazioni'];
const isTaken = (screen: string) => isLong || kinds.includes(screen);

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}●?$`));
const saveButton = (page: Page) => page.getByRole('button', { name: /^Salva/, disabled: false });
/** Deletes the record that is open. */
async function deleteOpen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Elimina…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('button', { name: /^Elimina / }).isDisabled()).toBe(true);
  await dialog.getByLabel('Ho letto che cosa succede').check();
  await dialog.getByRole('button', { name: /^Elimina / }).click();
}
/** Reloading and leaving ask where something is not saved; a test goes on. */
const agree = (page: Page) => page.on('dialog', dialog => void dialog.accept());

test('maintenance of an inverter is planned for a time, with its reason', async () => {
  const page = await stage.open('admin', '/config/pianificazioni?id=nuovo');
  await field(page, 'Nome').fill('Ventole');
  await field(page, 'Azione').selectOption('manutenzione');
  await field(page, 'Inverter').selectOption({ label: 'INV 03' });
  await field(page, 'Solo questo allarme').fill('INV05');
  await field(page, 'Motivo').fill('Cambio ventole');
  await field(page, 'Non conta nella disponibilità contrattuale').check();
  await field(page, 'Durata').fill('240');
  await field(page, 'Ricorrenza').selectOption('una_volta');
  await field(page, 'Data').fill('2026-06-11');
  await field(page, 'Ora').fill('08:00');
  await saveButton(page).click();
  await page.getByRole('heading', { name: 'Ventole' }).waitFor();
  await expect.poll(() => page.locator('dl.kv').innerText()).toContain('11/06/2026 08:00');
  expect(await excessWidth(page)).toBe(0);
  await deleteOpen(page);
});

// First, as it leaves the one schedule that the tests of all screens change.
test('a schedule is made, duplicated and deleted', async () => {
  const page = await stage.open('admin', '/config/pianificazioni');
  await page.getByRole('button', { name: 'Aggiungi' }).click();
  await field(page, 'Nome').fill('Backup notturno');
  await field(page, 'Precedenza').fill('1');
  await field(page, 'Azione').selectOption('backup');
  await field(page, 'Copie conservate').fill('7');
  await field(page, 'Ricorrenza').selectOption('settimanale');
  await field(page, 'Ora').fill('02:00');
  await page.getByLabel('lun').check();
  // It is on by itself; one that is switched off says what that means.
  await field(page, 'Abilitata').uncheck();
  await page.getByText('Finché è disabilitata non parte.').waitFor();
  await field(page, 'Abilitata').check();
  await saveButton(page).click();
  await page.getByRole('heading', { name: 'Backup notturno' }).waitFor();
  await expect.poll(() => pathOf(page)).toMatch(/\?id=\d+$/);
  await page.getByRole('button', { name: 'Duplica' }).click();
  await expect.poll(() => field(page, 'Nome').inputValue()).toBe('Backup notturno (2)');
  await saveButton(page).click();
  await page.getByRole('heading', { name: 'Backup notturno (2)' }).waitFor();
  await deleteOpen(page);
  await expect.poll(() => page.locator('.lst li').count()).toBe(1);
});

describe.each(edits)('%s', (screen, label, value) => {
  test('is changed by keyboard alone, saved, and seen by a second browser', async () => {
    const page = await stage.open('admin', `/config/${screen}`);
    await field(page, label).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
    await page.getByText('Salvato: 1 campo.').waitFor();
    await expectNoNonsense(page);
    const second = await stage.open('admin', `/config/${screen}`);
    await expect.poll(() => field(second, label).inputValue()).toBe(value);
  });

  test.runIf(isTaken(screen))(
    'keeps what is typed through the end of the session, for the same user',
    async () => {
      const page = await stage.open('admin', `/config/${screen}`);
      await field(page, label).fill(value.replace(/.$/, '9'));
      const { config } = stage.datalogger;
      config.sessions.endAllOf(config.accounts.findByKey('admin')?.id ?? 0);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${plantOrigin}/auth`);
      await logIn(page, 'admin');
      await expect.poll(() => field(page, label).inputValue()).toBe(value.replace(/.$/, '9'));
      await expect.poll(() => pathOf(page)).toBe(`/config/${screen}`);
    },
  );
});

describe('limits of the contract', () => {
  const words = (part: string): Record<string, { label: Record<string, string> }> =>
    JSON.parse(readFileSync(`src/console/i18n/languages/it/${part}.json`, 'utf8'));
  const device = words('config-devices').deviceField?.label ?? {};
  const plant = words('config-plant').plantField?.label ?? {};
  const cases = [
    ['impianto', PlantBody, plant] as const,
    ...Object.entries(configSchemas).map(([kind, schema]) => [kind, schema, device] as const),
  ].filter(([screen]) => isTaken(screen) || screen === 'cci');

  test.each(cases)(
    '%s: every number beyond its limits is refused at its field, and nothing is sent',
    async (screen, schema, labels) => {
      // Input modules are configured beside their signals.
      const path = screen === 'moduli-io' ? 'digital-signals?vista=moduli' : screen;
      const page = await stage.open('admin', `/config/${path}`);
      await field(page, 'Nome').waitFor();
      const writes: string[] = [];
      page.on('request', request => {
        if (/PUT|POST/.test(request.method())) writes.push(request.url());
      });
      let tried = 0;
      for (const [name, { kind, max }] of Object.entries(factsOfFields(schema))) {
        const input = field(page, labels[name] ?? name);
        if (kind !== 'number' || max === null || (await input.count()) === 0) continue;
        if ((await input.evaluate(each => each.tagName)) !== 'INPUT') continue;
        await input.fill(String(max + 1).replace('.', ','));
        await input.blur();
        await expect.poll(() => input.getAttribute('aria-invalid'), { message: name }).toBe('true');
        const describedBy = (await input.getAttribute('aria-describedby')) ?? '';
        const fault = describedBy.split(' ').find(id => id.endsWith('-fault')) ?? '';
        await expect
          .poll(() => page.locator(`[id="${fault}"]`).innerText(), { message: name })
          .toMatch(/Deve essere tra|Serve|Al massimo/);
        tried += 1;
      }
      expect(tried).toBeGreaterThan(1);
      await field(page, 'Nome').press('Enter');
      await page
        .getByText(/camp[oi] da correggere$/)
        .first()
        .waitFor();
      expect(writes).toEqual([]);
      await page.getByRole('button', { name: 'Annulla modifiche' }).click();
      await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(0);
    },
  );
});

describe('hostile texts', () => {
  const payloads = [
    '$(touch /tmp/pwn)',
    '`id`',
    '../../etc/passwd',
    "' OR 1=1--",
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    '{{user}} $t(secret)',
    '=1+1',
    'x%0d%0aDELE a',
    '__proto__',
    'a'.repeat(2000),
  ];

  const labels = ['Marca', 'Modello', 'Firmware', 'Posizione', 'Note', 'Matricola'];
  /** Two rounds put a text of their own into each field; the long run puts each text into all of them. */
  const fillings = isLong
    ? payloads.map(text => labels.map(() => text))
    : [0, 1].map(round =>
        labels.map((_, index) => payloads[(round * labels.length + index) % payloads.length] ?? ''),
      );

  test.each(fillings)('%s … are shown as they are, or refused at their fields', async (...texts) => {
    const page = await stage.open('admin', '/config/inverters?id=2');
    agree(page);
    let dialogs = 0;
    page.on('dialog', dialog => {
      if (dialog.type() !== 'beforeunload') dialogs += 1;
    });
    for (const [index, label] of labels.entries()) await field(page, label).fill(texts[index] ?? '');
    await field(page, 'Nome').press('Enter');
    await page
      .getByText(/camp[oi] da correggere$|Salvato: /)
      .first()
      .waitFor();
    for (const [index, label] of labels.entries())
      await expect.poll(() => field(page, label).inputValue()).toBe(texts[index]);
    await page.reload();
    await expect.poll(() => field(page, 'Note').inputValue()).toBe(texts[labels.indexOf('Note')]);
    await expect.poll(() => page.locator('.lst img, .lst svg, .cf img').count()).toBe(0);
    expect(await page.evaluate(() => 'livello' in {})).toBe(false);
    expect(dialogs).toBe(0);
  });
});

test('two administrators: what both changed is asked, the rest is merged', async () => {
  const [first, second] = [
    await stage.open('admin', '/config/inverters?id=3'),
    await stage.open('admin', '/config/inverters?id=3'),
  ];
  await field(first, 'Posizione').fill('Tetto nord');
  await field(second, 'Posizione').fill('Tetto sud');
  await field(second, 'Marca').fill('Helios 2');
  await saveButton(first).click();
  await first.getByText('Salvato: 1 campo.').waitFor();
  await saveButton(second).click();
  const dialog = second.getByRole('dialog', { name: 'Quale valore vale?' });
  await dialog.getByLabel('Salvato da altri: Tetto nord').check();
  await dialog.getByRole('button', { name: 'Salva così' }).click();
  await second.getByText('Salvato: 1 campo.').waitFor();
  await expect.poll(() => field(second, 'Posizione').inputValue()).toBe('Tetto nord');
  await expect.poll(() => field(second, 'Marca').inputValue()).toBe('Helios 2');
});

test('leaving asks: by the menu, by the back button, and it can be stayed', async () => {
  const page = await stage.open('admin', '/config/contatori');
  await page.getByRole('link', { name: 'Sensori' }).last().click();
  await field(page, 'Posizione').fill('Palo 9');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Uscire senza salvare?' });
  await dialog.getByRole('button', { name: 'Resta' }).click();
  await expect.poll(() => pathOf(page)).toBe('/config/sensori');
  await page.goBack();
  await dialog.getByRole('button', { name: 'Esci e scarta' }).click();
  await expect.poll(() => pathOf(page)).toBe('/config/contatori');
  await page.getByRole('link', { name: 'Sensori' }).last().click();
  await expect.poll(() => field(page, 'Posizione').inputValue()).not.toBe('Palo 9');
});

test('accounts are made, given a code, logged out and kept from the last administrator’s slip', async () => {
  const page = await stage.open('admin', '/config/account');
  await page.getByRole('button', { name: 'Aggiungi' }).click();
  await field(page, 'Nome e cognome').fill('Anna Verdi');
  await field(page, 'Nome utente').fill('anna');
  await field(page, 'Ruolo').selectOption('1');
  await field(page, 'Nuova password').fill('breve');
  await field(page, 'Nuova password').press('Enter');
  await page.getByText('Almeno 8 caratteri.').first().waitFor();
  await field(page, 'Nuova password').fill('tramontana-7');
  await field(page, 'Nuova password').press('Enter');
  await page.getByRole('heading', { name: 'Anna Verdi' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('tramontana-7');
  await page.getByRole('button', { name: 'Codice monouso' }).click();
  await page.getByText(/^Codice \S+, valido fino alle \d\d:\d\d\./).waitFor();
  await page.getByRole('button', { name: 'Chiudi le sessioni' }).click();
  await page.getByRole('dialog').getByLabel('Ho letto che cosa succede').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Chiudi le sessioni' }).click();
  await page.getByText('Sessioni chiuse.').waitFor();

  await page.getByRole('link', { name: 'M. Ferrara' }).click();
  await field(page, 'Ruolo').selectOption('1');
  await field(page, 'Nome e cognome').press('Enter');
  await page.getByText('È l’ultimo amministratore: creane prima un altro.').waitFor();
  await page.getByRole('button', { name: 'Annulla modifiche' }).click();
  await field(page, 'Nuova password').fill('libeccio-99');
  await field(page, 'Password attuale').fill('non questa');
  await field(page, 'Password attuale').press('Enter');
  await page.getByText('Non è la password attuale: riscrivila.').first().waitFor();
});

test('the test of a connection says which step failed and why, and nothing of what was typed is stored', async () => {
  const page = await stage.open('admin', '/config/condivisione-dati');
  await field(page, 'Indirizzo').fill('127.0.0.1');
  await page.getByRole('button', { name: 'Prova connessione' }).click();
  const failure = page.getByText(/: fallito, [a-z]+/);
  await failure.waitFor();
  // The result is that of the values that were tried.
  await field(page, 'Indirizzo').fill('127.0.0.2');
  await failure.waitFor({ state: 'detached' });
  const second = await stage.open('admin', '/config/condivisione-dati');
  await expect.poll(() => field(second, 'Timeout').inputValue()).not.toBe('');
  await expect.poll(() => field(second, 'Indirizzo').inputValue()).toBe('');
});

test('a feed is tried, says at its field what is missing, and is switched on beside the others', async () => {
  const page = await stage.open('admin', '/config/condivisione-dati');
  await page.getByRole('button', { name: 'Flussi' }).click();
  const panel = page.getByRole('region', { name: 'Database' });
  await panel.getByLabel('Indirizzo web').fill('http://192.0.2.20:8428');
  await panel.getByText('Password e dati viaggiano in chiaro.').waitFor();
  await panel.getByRole('button', { name: 'Prova connessione' }).click();
  await panel.getByText('Database o bucket: Scrivi un valore.').waitFor();
  await panel.getByLabel('Protocollo').selectOption('v1');
  await panel.getByLabel('Database o bucket').fill('impianti');
  await panel.getByRole('button', { name: 'Prova connessione' }).click();
  await panel.getByText(/^Nome: fallito, nome sconosciuto$/).waitFor();
  await panel.getByLabel('Attiva').check();
  await panel.getByRole('button', { name: 'Salva' }).click();
  const { influx } = stage.datalogger.config.feeds;
  await expect.poll(() => influx.read().value.abilitata).toBe(true);
  const broker = page.getByRole('region', { name: 'MQTT' });
  await broker.getByLabel('Attiva').check();
  await broker.getByRole('button', { name: 'Salva' }).click();
  await broker.getByText('Indirizzo: Scrivi un valore.').waitFor();
  expect(await page.getByRole('region', { name: 'Prometheus' }).getByLabel('Attiva').isChecked()).toBe(false);
  expect(influx.read().value).toMatchObject({
    protocollo: 'v1',
    url: 'http://192.0.2.20:8428',
    archivio: 'impianti',
  });
  await expectAccessibleIn(page);
});

describe('system setup', () => {
  test('a new network is on trial until somebody confirms it', async () => {
    const page = await stage.open('admin', '/config/setup-sistema');
    const panel = page.getByRole('region', { name: 'Rete' });
    await panel.getByLabel('Modalità').selectOption('statico');
    await panel.getByLabel('Indirizzo IP').fill('192.168.1.20');
    await panel.getByLabel('Maschera').fill('24');
    await panel.getByLabel('Gateway').fill('192.168.9.1');
    await panel.getByRole('button', { name: 'Salva e passa alla nuova rete' }).click();
    await panel.getByText('Gateway: Scrivi un indirizzo della stessa sottorete.').waitFor();
    await panel.getByLabel('Gateway').fill('192.168.1.1');
    await panel.getByRole('button', { name: 'Salva e passa alla nuova rete' }).click();
    await panel.getByText(/^Rete in prova: tra \d+\ss/).waitFor();
    await expect
      .poll(() => panel.getByRole('link').getAttribute('href'))
      .toBe('http://192.168.1.20/config/setup-sistema');
    await panel.getByRole('button', { name: 'Conferma la rete' }).click();
    await expect.poll(() => panel.getByText(/^Rete in prova/).count()).toBe(0);
  });

  test('the configuration is a file, and a restore shows what it would change before it does', async () => {
    const page = await stage.open('admin', '/config/setup-sistema');
    await page.getByRole('region', { name: 'Notifiche' }).scrollIntoViewIfNeeded();
    const panel = page.getByRole('region', { name: 'Backup e ripristino' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Scarica' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^meridiana-.+-2026-06-10\.json$/);
    const ups = page.getByRole('region', { name: 'UPS' });
    await ups.getByLabel('Ritardo allarme').fill('33');
    await ups.getByRole('button', { name: 'Salva' }).click();
    await ups.getByText('Salvato: 1 campo.').waitFor();
    await panel.getByLabel('Ripristino da file').setInputFiles(await file.path());
    await panel.getByText('1 differenza.').waitFor();
    await panel.getByText(/UPS · Ritardo allarme: 33 s → /).waitFor();
    await panel.getByRole('button', { name: 'Ripristina…' }).click();
    await page.getByRole('dialog').getByLabel('Ho letto che cosa succede').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Ripristina' }).click();
    await panel.getByText('Configurazione ripristinata.').waitFor();
    await expect.poll(() => ups.getByLabel('Ritardo allarme').inputValue()).not.toBe('33');
  });

  test('who did what can be read, with what it was before', async () => {
    const page = await stage.open('admin', '/config/setup-sistema');
    const requests: string[] = [];
    page.on('request', request => requests.push(request.url()));
    await page.getByRole('region', { name: 'Notifiche' }).getByRole('button').first().waitFor();
    expect(requests.filter(url => url.includes('/api/registro'))).toEqual([]);
    await page.getByRole('region', { name: 'Notifiche' }).scrollIntoViewIfNeeded();
    const log = page.getByRole('region', { name: 'Registro delle modifiche' });
    await log.getByRole('searchbox', { name: 'Nome o percorso' }).fill('impianto/1');
    await log.getByText('UPS · Ritardo allarme: ').first().waitFor();
    expect(await log.getByText('ritardo_allarme').count()).toBe(0);
    await log.getByText('UPS modificato').first().waitFor();
    await expectNoNonsense(page);
  });
});

test('what was said is said in the language that is chosen next', async () => {
  const page = await stage.open('admin', '/config/inverters');
  await page.getByRole('button', { name: 'Prova comunicazione' }).click();
  await page.getByText(/^Risponde in /).waitFor();
  await page.getByRole('button', { expanded: false }).filter({ hasText: 'Ferrara' }).click();
  await page.getByRole('combobox', { name: 'Lingua' }).selectOption({ label: 'Deutsch' });
  await page.getByText(/^Antwortet in /).waitFor();
  expect(await page.getByText(/^Risponde in /).count()).toBe(0);
});

test('a technician of the controller reads the system setup and changes nothing there', async () => {
  const page = await stage.open('cci', '/config/setup-sistema');
  await page.getByText('Solo lettura.').waitFor();
  await field(page, 'Nome host').waitFor();
  await expect.poll(() => field(page, 'Nome host').isDisabled()).toBe(true);
  await expect.poll(() => saveButton(page).count()).toBe(0);
});

describe('looks', () => {
  const looks = [
    ['light', 1280],
    ['dark', 360],
  ] as const;

  // The screens take turns; the long run looks at each of them in both.
  test('every screen is clean for axe: light and wide, or dark and narrow', async () => {
    const page = await stage.open('admin', '/notfound');
    for (const [index, screen] of screens.entries()) {
      await page.goto(`${plantOrigin}/config/${screen}`);
      await page.locator('.cf input, .cf a').first().waitFor();
      await expectAccessibleIn(page, isLong ? looks : looks.slice(index % 2, (index % 2) + 1));
      await expectNoNonsense(page);
    }
  });

  test('nothing overflows at 320, 768 and 1280 px, in German either', async () => {
    const page = await stage.open('admin', '/notfound');
    await page.evaluate(() => localStorage.setItem('lang', 'de'));
    for (const screen of screens) {
      const id =
        { inverters: '?id=1', cci: '?id=1', 'protezioni-interfaccia': '?id=1', allarmi: '?id=INV07' }[
          String(screen)
        ] ?? '';
      await page.goto(`${plantOrigin}/config/${screen}${id}`);
      await page.locator('.cf input, .cf a').first().waitFor();
      // What lies below the window comes later.
      if (screen === 'setup-sistema') await page.getByRole('heading', { name: 'Wartung' }).waitFor();
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => excessWidth(page), { message: `${screen} at ${width} px` }).toBe(0);
      }
    }
  });
});
