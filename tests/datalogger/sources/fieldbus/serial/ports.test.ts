import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serialPorts } from '../../../../../src/datalogger/sources/fieldbus/serial/ports';

const folder = mkdtempSync(join(tmpdir(), 'meridiana-ports-'));
const [dev, tty] = [join(folder, 'dev'), join(folder, 'tty')] as const;
afterAll(() => rmSync(folder, { recursive: true }));

function addPort(name: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(tty, name, 'device'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(tty, name, file), text);
  writeFileSync(join(dev, name), '');
}

test('lists the ports that are there, by the names that stay, and no console or empty place of the board', () => {
  mkdirSync(join(dev, 'serial', 'by-id'), { recursive: true });
  mkdirSync(join(dev, 'serial', 'by-path'), { recursive: true });
  addPort('ttyUSB0', {});
  addPort('ttyAMA0', { type: '32\n' });
  addPort('ttyS1', { type: '0\n' });
  mkdirSync(join(tty, 'tty1'), { recursive: true });
  writeFileSync(join(dev, 'tty1'), '');
  symlinkSync('../../ttyUSB0', join(dev, 'serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0'));
  symlinkSync('../../ttyUSB0', join(dev, 'serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0'));
  expect(serialPorts({ dev, tty })).toEqual([
    { id: join(dev, 'ttyAMA0'), nome: 'ttyAMA0' },
    {
      id: join(dev, 'serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0'),
      nome: 'ttyUSB0 · usb-FTDI_FT232R_A50285BI-if00-port0',
    },
    {
      id: join(dev, 'serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0'),
      nome: 'ttyUSB0 · pci-0000:00:14.0-usb-0:2:1.0-port0',
    },
  ]);
});

test('lists nothing where the system names its devices otherwise', () => {
  expect(serialPorts({ dev: join(folder, 'none'), tty: join(folder, 'none') })).toEqual([]);
});
