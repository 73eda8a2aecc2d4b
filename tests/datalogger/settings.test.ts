import { expect, test } from 'vitest';
import { readSettings } from '../../src/datalogger/settings';

test('without a variable everything has a value that works', () => {
  expect(readSettings({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataFolder: './data',
    source: 'simulated',
    replayedFile: null,
    plantSize: 'medium',
    demoPassword: 'random',
    plantClock: null,
    trustedHosts: [],
    trustedProxies: [],
    sessionS: 43_200,
    consoleFolder: null,
  });
});

test('the simulated clock takes a start with its offset, and a speed', () => {
  const startMs = Date.UTC(2026, 5, 21, 9);
  const clock = (PLANT_CLOCK: string) => readSettings({ PLANT_CLOCK }).plantClock;
  expect(clock('2026-06-21T11:00:00+02:00')).toEqual({ startMs, speed: 1 });
  expect(clock('2026-06-21T11:00:00+02:00,60')).toEqual({ startMs, speed: 60 });
  expect(clock('2026-06-21T09:00Z,0.5')).toEqual({ startMs, speed: 0.5 });
});

test('names and proxies are lists', () => {
  const settings = readSettings({
    TRUSTED_HOSTS: 'Datalogger.local, scada ',
    TRUSTED_PROXIES: '127.0.0.1,::1, 0:0:0:0:0:0:0:1, ::FFFF:10.0.0.7,',
  });
  expect(settings).toMatchObject({
    trustedHosts: ['datalogger.local', 'scada'],
    trustedProxies: ['127.0.0.1', '::1', '::1', '10.0.0.7'],
  });
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['SOURCE', 'wind'],
  ['SOURCE', 'replay'],
  ['SOURCE', 'replay:'],
  ['PLANT', 'huge'],
  ['PLANT_CLOCK', 'yesterday'],
  ['PLANT_CLOCK', '2026-06-21T11:00:00'],
  ['PLANT_CLOCK', '2026-13-45T11:00:00Z'],
  ['PLANT_CLOCK', '2026-06-21T11:00:00Z,'],
  ['PLANT_CLOCK', '2026-06-21T11:00:00Z,-1'],
  ['PLANT_CLOCK', '2026-06-21T11:00:00Z,fast'],
  ['PLANT_CLOCK', '2026-06-21T11:00:00Z,100000'],
  ['DEMO_PASSWORD', 'breve'],
  ['SESSION_HOURS', '0'],
  ['TRUSTED_PROXIES', 'rubbish'],
  ['TRUSTED_PROXIES', '127.0.0.1, proxy.local'],
  ['TRUSTED_PROXIES', '10.0.0.0/8'],
  ['TRUSTED_PROXIES', '127.0.0.1 ::1'],
  ['TRUSTED_PROXIES', '[::1]'],
  ['TRUSTED_HOSTS', '*'],
  ['TRUSTED_HOSTS', '*.plant.example'],
  ['TRUSTED_HOSTS', 'scada.local, http://scada.local'],
  ['TRUSTED_HOSTS', 'scada.local:8080'],
  ['TRUSTED_HOSTS', 'scada.local.'],
  ['TRUSTED_HOSTS', 'scada..local'],
  ['TRUSTED_HOSTS', '-scada'],
  ['TRUSTED_HOSTS', 'città.local'],
  ['TRUSTED_HOSTS', 'scada\nlocal'],
])('%s=%s is refused by name, in one line', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`));
});

test.each(['PLANT', 'PLANT_CLOCK'])('%s is of the simulated plant alone', name => {
  const value = name === 'PLANT' ? 'small' : '2026-06-21T11:00:00Z';
  expect(() => readSettings({ SOURCE: 'field', [name]: value })).toThrow(`${name} is of the simulated plant`);
  expect(readSettings({ SOURCE: 'field' }).source).toBe('field');
});
