import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, read, readdirSync, writeSync } from 'node:fs';
import { eventually } from '../eventually';

/** Microchip MCP2221: four lines on USB. Debian's kernel has its driver (hid-mcp2221), and devices of HID from user space (uhid). */
const vendor = 0x04d8;
const product = 0x00dd;
const lineCount = 4;
const usb = 3;
/** Reports of 64 bytes both ways, of a page of the vendor. */
const descriptor = Buffer.from('0600ff0901a1010901150026ff007508954081020901150026ff00750895409102c0', 'hex');
/** linux/uhid.h */
const uhid = { create: 11, output: 6, input: 12, textBytes: 256, dataBytes: 4096, eventBytes: 4380 } as const;
/** Commands of the data sheet (DS20005565), section 3.1. */
const commands = { status: 0x10, setLines: 0x50, getLines: 0x51, getSram: 0x61, readFlash: 0xb0 } as const;

interface AdapterLine {
  level: 0 | 1;
  isInput: boolean;
}

export interface GpioAdapter {
  /** `gpiochip0` */
  readonly chip: string;
  /** What the datalogger gives each line. */
  readonly lines: readonly Readonly<AdapterLine>[];
  /** Wires a contact to a line. */
  setContact(line: number, level: 0 | 1): void;
  remove(): void;
}

/** Whether this kernel can have the adapter: one of Debian, as of `npm run test:kernel`. */
export function hasGpio(): boolean {
  if (existsSync('/sbin/modprobe')) execFileSync('sh', ['-c', 'modprobe -qa uhid hid-mcp2221 || true']);
  return existsSync('/dev/uhid') && existsSync('/sys/bus/hid/drivers/mcp2221');
}

function answerTo(report: Buffer, lines: readonly AdapterLine[]): Buffer {
  const answer = Buffer.alloc(64);
  const [command = 0] = report;
  answer[0] = command;
  // The speed of I2C is accepted.
  if (command === commands.status) answer[3] = report[3] ?? 0;
  lines.forEach((line, index) => {
    const set = 2 + 4 * index;
    if (command === commands.setLines) {
      if (report[set] === 1 && !line.isInput) line.level = report[set + 1] === 1 ? 1 : 0;
      if (report[set + 2] === 1) line.isInput = report[set + 3] === 1;
      report.copy(answer, set, set, set + 4);
    }
    if (command === commands.getLines) answer.set([line.level, line.isInput ? 1 : 0], 2 + 2 * index);
  });
  return answer;
}

function event(type: number, ...parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc(uhid.eventBytes);
  bytes.writeUInt32LE(type);
  Buffer.concat(parts).copy(bytes, 4);
  return bytes;
}

function creation(): Buffer {
  const texts = Buffer.alloc(uhid.textBytes);
  texts.write('Emulated MCP2221');
  const numbers = Buffer.alloc(20);
  numbers.writeUInt16LE(descriptor.length, 0);
  numbers.writeUInt16LE(usb, 2);
  numbers.writeUInt32LE(vendor, 4);
  numbers.writeUInt32LE(product, 8);
  return event(uhid.create, texts, numbers, descriptor);
}

function input(report: Buffer): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16LE(report.length);
  return event(uhid.input, size, report);
}

const chips = () => readdirSync('/dev').filter(name => name.startsWith('gpiochip'));

/** Plugs an adapter in, which the kernel drives as a real one. The chip has the four lines GP0 to GP3. */
export async function plugAdapter(): Promise<GpioAdapter> {
  const before = chips();
  const lines = Array.from({ length: lineCount }, (): AdapterLine => ({ level: 0, isInput: true }));
  const device = openSync('/dev/uhid', constants.O_RDWR);
  let isOpen = true;
  const bytes = Buffer.alloc(uhid.eventBytes);
  const listen = () =>
    read(device, bytes, 0, bytes.length, null, error => {
      if (error || !isOpen) return;
      if (bytes.readUInt32LE() === uhid.output) {
        const size = bytes.readUInt16LE(4 + uhid.dataBytes);
        writeSync(device, input(answerTo(bytes.subarray(4, 4 + size), lines)));
      }
      listen();
    });
  listen();
  writeSync(device, creation());
  const chip = await eventually(() => {
    const fresh = chips().find(name => !before.includes(name));
    if (!fresh) throw new Error('the kernel has made no chip of the adapter');
    return fresh;
  });
  return {
    chip,
    lines,
    setContact: (line, level) => {
      const wired = lines[line];
      if (wired) wired.level = level;
    },
    remove: () => {
      isOpen = false;
      closeSync(device);
    },
  };
}
