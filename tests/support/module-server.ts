import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { eventually } from './eventually';
import { freePort } from './free-port';

/*
 * Modules that pymodbus serves, as their makers' documents describe them and never as our files do: unit 1 the relays of a Moxa ioLogik E1214
 * (coils 0x0000 to 0x0005) with what lies beside them, unit 2 the outputs of a WAGO 750-841 (0x0200 on, function 15), unit 3 registers that hold 255
 * and 0, units 4 and 5 a Moxa E1211 and E1212, unit 6 an ADAM-6052 (README of its reader adam6052ModBus.py: DO 0 at 0x0010) and a 6060, unit 7 a Moxa E1242. Every write is printed. What is typed changes the server: `refuse`, `mute`, `stuck`, `unreadable`, `normal`, or `set unit address value`.
 */
const script = `
import sys, threading, time
from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer

mode = 'normal'
class Block(ModbusSparseDataBlock):
    name = ''
    def setValues(self, address, values, use_as_default=False):
        values = list(values) if isinstance(values, (list, tuple)) else [values]
        for index, value in enumerate(values):
            print('wrote', self.name, address + index, int(value), flush=True)
        if mode != 'stuck': super().setValues(address, values)

class Slave(ModbusSlaveContext):
    def validate(self, fc, address, count=1):
        if mode == 'refuse' and fc in (5, 6, 15, 16): return False
        if mode == 'unreadable' and fc in (1, 2, 3, 4): return False
        if mode == 'mute': time.sleep(1)
        return super().validate(fc, address, count)

def named(name, data):
    block = Block(data)
    block.name = name
    return block

nothing = lambda: ModbusSparseDataBlock({65000: 0})
moxa = {at: 0 for at in [*range(0, 6), *range(16, 22), *range(256, 262)]}
blocks = {
    1: named('1', moxa),
    2: named('2', {at: 0 for at in range(512, 1024)}),
    3: named('3', {at: 0 for at in range(100, 110)}),
    4: named('4', {at: 0 for at in range(0, 64)}),
    5: named('5', {at: 0 for at in range(0, 64)}),
    6: named('6', {at: 0 for at in range(0, 64)}),
    7: named('7', {at: 0 for at in range(0, 64)}),
}
units = {unit: Slave(co=blocks[unit], di=nothing(), hr=nothing(), ir=nothing(), zero_mode=True) for unit in (1, 2, 4, 5, 6, 7)}
units[3] = Slave(hr=blocks[3], co=nothing(), di=nothing(), ir=nothing(), zero_mode=True)

def listen():
    global mode
    for line in sys.stdin:
        words = line.split()
        if words[0] == 'set': ModbusSparseDataBlock.setValues(blocks[int(words[1])], int(words[2]), [int(words[3])])
        else: mode = words[0]
        print('did', flush=True)
threading.Thread(target=listen, daemon=True).start()
StartTcpServer(context=ModbusServerContext(slaves=units, single=False), address=('127.0.0.1', int(sys.argv[1])))
`;

/** Rejects while nobody listens at a port. */
async function answers(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

/** The server, and what was written to it: `unit address value`. */
export async function serveModules() {
  const port = await freePort();
  const server = spawn('/usr/bin/python3', ['-c', script, String(port)]);
  const writes: string[] = [];
  let done = 0;
  createInterface(server.stdout).on('line', line => {
    if (line === 'did') done++;
    else writes.push(line.replace('wrote ', ''));
  });
  await eventually(() => answers(port));
  return {
    port,
    writes,
    async say(text: string) {
      const before = done;
      server.stdin.write(`${text}\n`);
      await eventually(() => {
        if (done === before) throw new Error('not yet done');
      });
    },
    async close() {
      server.kill();
      await once(server, 'close');
    },
  };
}
