import { getByRole, getByText, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { draftKey, writeDraft } from '../../../src/console/form/drafts';
import { screenOf } from '../../../src/console/screens/configuration/Devices';
import { Screen as Schedules } from '../../../src/console/screens/configuration/Schedules';
import { type ConfigKind, configKinds } from '../../../src/contract/config/kinds';
import { type ConsolePage, openConsole } from '../../support/console-page';
import { eventually } from '../../support/eventually';

let page: ConsolePage;

afterEach(async () => {
  await page.close();
  for (const kind of ['pianificazioni', 'config/inverters'])
    writeDraft(draftKey('admin', `${kind}/nuovo`), {});
  history.replaceState(null, '', '/');
});

async function open(kind: ConfigKind | 'pianificazioni', width: number): Promise<HTMLElement> {
  page = await openConsole('admin', ['shell', 'config', 'table', 'config-devices', 'config-schedules'], {
    hasPlant: false,
  });
  page.resize(width);
  history.replaceState(null, '', kind === 'pianificazioni' ? '/config/pianificazioni' : `/config/${kind}`);
  const Screen = kind === 'pianificazioni' ? Schedules : screenOf(kind);
  return page.show(<Screen />);
}

test.each([...configKinds, 'pianificazioni' as const])(
  'an empty list of %s says what it is for, on a phone too',
  async kind => {
    const screen = await open(kind, 360);
    const heading = await eventually(() => getByRole(screen, 'heading', { name: 'Ancora niente in elenco' }));
    const purpose = () => heading.nextElementSibling?.textContent;
    await eventually(() => expect(purpose()).toMatch(/^\p{Lu}.{30,}\.$/u));
    expect(screen.textContent).not.toContain('0 configurat');
    expect(queryByRole(screen, 'searchbox')).toBeNull();
  },
);

test.each([360, 1280])('the first step is the form of a new record, at %d px', async width => {
  const screen = await open('pianificazioni', width);
  await eventually(() => getByText(screen, /^Una pianificazione fa da sola/));
  getByRole(screen, 'button', { name: 'Aggiungi' }).click();
  await eventually(() => getByRole(screen, 'region', { name: 'Nuovo' }));
  expect(queryByRole(screen, 'heading', { name: 'Ancora niente in elenco' })).toBeNull();
});

test('devices that answer on the network can be searched there', async () => {
  const screen = await open('inverters', 1280);
  const link = await eventually(() => getByRole(screen, 'link', { name: 'Cerca i dispositivi nella rete' }));
  expect(link.getAttribute('href')).toBe('/config/setup-sistema?vista=bus');
});
