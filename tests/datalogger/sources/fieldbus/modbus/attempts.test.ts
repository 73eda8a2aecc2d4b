import { afterEach, expect, test, vi } from 'vitest';
import type { LineAddress } from '../../../../../src/datalogger/sources/fieldbus/modbus/address';
import { waitMsOf } from '../../../../../src/datalogger/sources/fieldbus/modbus/attempts';

afterEach(() => vi.restoreAllMocks());

const gateway: LineAddress = { host: '192.168.1.20', port: 502, framing: 'tcp' };
const port: LineAddress = { framing: 'serial', path: '/dev/ttyUSB0', baud: 9600, parity: 'N', stopBits: 1 };
const waits = (address: LineAddress) => [0, 1, 2, 6, 20].map(before => waitMsOf(address, before));

test('the waits double up to a minute; those of a serial port up to 3 s', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  expect(waits(gateway)).toEqual([1000, 2000, 4000, 60_000, 60_000]);
  expect(waits(port)).toEqual([1000, 2000, 3000, 3000, 3000]);
});

test('each wait differs by up to a fifth', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(waitMsOf(gateway, 0)).toBeCloseTo(800);
  random.mockReturnValue(1);
  expect(waitMsOf(gateway, 0)).toBeCloseTo(1200);
});
