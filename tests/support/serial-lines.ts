import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SerialAddress } from '../../src/datalogger/sources/fieldbus/modbus/address';
import { openPort } from '../../src/datalogger/sources/fieldbus/serial/port';
import { eventually } from './eventually';

/** Two ends of a serial line, as pseudo terminals of `socat`; the names stay when it is plugged in again. */
export interface SerialLine {
  /** Where the datalogger reads. */
  readonly near: string;
  /** Where the devices are. */
  readonly far: string;
  /** Removes both ends, as a pulled adapter. */
  unplug(): Promise<void>;
  plug(): Promise<void>;
  remove(): Promise<void>;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

export async function serialLine(): Promise<SerialLine> {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-serial-'));
  const [near, far] = [join(folder, 'near'), join(folder, 'far')] as const;
  let socat: ChildProcess | null = null;
  const line: SerialLine = {
    near,
    far,
    async unplug() {
      if (socat) await end(socat);
      for (const each of [near, far]) rmSync(each, { force: true });
    },
    async plug() {
      socat = spawn('socat', [`pty,raw,echo=0,link=${near}`, `pty,raw,echo=0,link=${far}`], {
        stdio: 'ignore',
      });
      await eventually(() => {
        if (!existsSync(near) || !existsSync(far)) throw new Error('socat made no pseudo terminals');
      });
    },
    async remove() {
      await line.unplug();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await line.plug();
  return line;
}

export const serialAddress = (path: string): SerialAddress => ({
  framing: 'serial',
  path,
  baud: 19_200,
  parity: 'N',
  stopBits: 1,
});

/** Units of an RTU server: the protocol address of the first register, and the registers. */
export type ServedUnits = Readonly<
  Record<number, { readonly base: number; readonly registers: readonly number[] }>
>;

const script = `
import json, sys
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartSerialServer
from pymodbus.transaction import ModbusRtuFramer
def unit(served):
    words = {served['base'] + index: word for index, word in enumerate(served['registers'])}
    return ModbusSlaveContext(hr=ModbusSparseDataBlock(words), zero_mode=True)
units = {int(number): unit(served) for number, served in json.load(sys.stdin).items()}
context = ModbusServerContext(slaves=units, single=False)
print('serving', flush=True)
StartSerialServer(context=context, framer=ModbusRtuFramer, port=sys.argv[1], baudrate=19200, ignore_missing_slaves=True)
`;

/** Serves registers on a serial port by pymodbus. Answers what ends it. */
export async function serveRtu(path: string, units: ServedUnits): Promise<() => Promise<void>> {
  const server = spawn('/usr/bin/python3', ['-c', script, path], { stdio: ['pipe', 'pipe', 'ignore'] });
  server.stdin?.end(JSON.stringify(units));
  await once(server.stdout ?? server, 'data');
  return () => end(server);
}

/** What a bad line does with bytes on their way, at once or later; an empty list loses them. `back` gives bytes to the side they come from. */
export type Spoil = (
  bytes: Buffer,
  towards: 'devices' | 'datalogger',
  back: (bytes: Buffer) => void,
) => readonly (Buffer | Promise<Buffer>)[];

/** Two lines, with something between them that spoils what passes. */
export async function spoiledLine(spoil: Spoil): Promise<SerialLine> {
  const [datalogger, devices] = await Promise.all([serialLine(), serialLine()]);
  const [near, far] = await Promise.all(
    [datalogger.far, devices.near].map(path => openPort(serialAddress(path))),
  );
  if (!near || !far) throw new Error('no ports');
  const pass = (from: Socket, to: Socket, towards: 'devices' | 'datalogger') =>
    from.on('data', (bytes: Buffer) => {
      for (const each of spoil(bytes, towards, echo => from.write(echo))) {
        if (each instanceof Promise) void each.then(late => to.write(late));
        else to.write(each);
      }
    });
  pass(near, far, 'devices');
  pass(far, near, 'datalogger');
  return {
    ...datalogger,
    far: devices.far,
    async remove() {
      near.destroy();
      far.destroy();
      await Promise.all([datalogger.remove(), devices.remove()]);
    },
  };
}
