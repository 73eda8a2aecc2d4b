import { describe, expect, test } from 'vitest';
import { isGroup, type MenuItem, menus, shownMenu } from '../../../../src/console/app/layout/menu';
import { routeOf } from '../../../../src/console/app/routes';

/** The menu as lines: an entry with its path, a group with its entries indented. */
function lines(items: readonly MenuItem[]): string[] {
  return items.flatMap(item =>
    isGroup(item)
      ? [item.title, ...lines(item.entries).map(line => `  ${line}`)]
      : [`${item.title} ${item.path}`],
  );
}

const monitoring = [
  'menu.home /',
  'menu.alarms /allarmi',
  'menu.details',
  '  menu.inverters /impianto/inverters',
  '  menu.strings /impianto/stringhe',
  '  menu.trackers /impianto/trackers',
  '  menu.meters /impianto/contatori',
  '  menu.sensors /impianto/sensori',
  '  menu.digitalSignals /impianto/digital-signals',
  '  menu.interfaceProtections /impianto/prot-interfaccia',
  '  menu.centralController /impianto/cci',
  'menu.statisticsGroup',
  '  menu.statistics /stats&reports',
  '  menu.reports /stats&reports/reports',
];
const configuration = [
  'menu.configuration',
  '  menu.plantData /config/impianto',
  '  menu.inverters /config/inverters',
  '  menu.stringControllers /config/box-stringhe',
  '  menu.trackers /config/trackers',
  '  menu.sensors /config/sensori',
  '  menu.digitalSignals /config/digital-signals',
  '  menu.energyMeters /config/contatori',
  '  menu.interfaceProtections /config/protezioni-interfaccia',
  '  menu.centralController /config/cci',
  '  menu.schedules /config/pianificazioni',
  '  menu.dataSharing /config/condivisione-dati',
  '  menu.alarms /config/allarmi',
  '  menu.account /config/account',
  '  menu.systemSetup /config/setup-sistema',
];

describe('the side menu, entry by entry', () => {
  test('of a normal user', () => {
    expect(lines(menus.normal)).toEqual(monitoring);
  });

  test('of an administrator: the same, and 14 configuration entries', () => {
    expect(lines(menus.admin)).toEqual([...monitoring, ...configuration]);
  });

  test('of the cci user', () => {
    expect(lines(menus.cci)).toEqual([
      'menu.home /impianto/inverters',
      'menu.interfaceProtections /impianto/prot-interfaccia',
      'menu.centralController /impianto/cci',
      'menu.configuration',
      '  menu.inverters /config/inverters',
      '  menu.interfaceProtections /config/protezioni-interfaccia',
      '  menu.centralController /config/cci',
      '  menu.account /config/account',
      '  menu.systemSetup /config/setup-sistema',
    ]);
  });

  test('leads nobody where their role may not go', () => {
    for (const role of ['normal', 'admin', 'cci'] as const) {
      const entries = menus[role].flatMap(item => (isGroup(item) ? item.entries : [item]));
      expect(entries.filter(({ path }) => !routeOf(path).roles.includes(role))).toEqual([]);
    }
  });
});

test('an entry appears with its screen, a group with its first entry', () => {
  expect(lines(shownMenu('admin', path => path === '/' || path === '/config/account'))).toEqual([
    'menu.home /',
    'menu.configuration',
    '  menu.account /config/account',
  ]);
  expect(shownMenu('cci', () => false)).toEqual([]);
});
