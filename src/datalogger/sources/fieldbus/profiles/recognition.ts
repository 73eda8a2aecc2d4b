import type { ConfigKind } from '../../../../contract/config/kinds';
import type { Nameplate } from '../device-driver';
import type { Read, ReadFunction } from '../modbus/read';
import { valueIn } from '../sunspec/types';
import { marked } from './marks';
import type { Profile } from './profile';

/*
 * Devices without SunSpec that say what they are in registers of their maker. Each signature asks for registers that other makers leave
 * empty, and for contents that others do not have: a wrong name costs a person more than none.
 */

/** What a device without SunSpec is, and the profile that reads it. */
export interface Recognised {
  /** Null where no profile reads it, and `profile` is ''. */
  readonly kind: ConfigKind | null;
  readonly profile: string;
  readonly nameplate: Nameplate;
  /** How many of them are side by side behind its unit. */
  readonly count: number;
}

interface Place {
  readonly fc: ReadFunction;
  readonly from: number;
  readonly count: number;
}

interface Signature {
  readonly kind: ConfigKind | null;
  readonly profile: string;
  readonly maker: string;
  readonly places: readonly Place[];
  /** Model and serial number; null where the registers are those of another device. */
  readonly read: (
    words: readonly Uint16Array[],
  ) => { readonly model: string; readonly serial: string } | null;
}

const textOf = (words: Uint16Array | undefined) =>
  words ? String(valueIn('string', words, 0) ?? '').trim() : '';

function floatOf(words: Uint16Array | undefined): number {
  const view = new DataView(new ArrayBuffer(4));
  for (const [index, word] of (words ?? new Uint16Array()).entries()) view.setUint16(2 * index, word);
  return view.getFloat32(0);
}

const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;
const isSerial = (text: string) => /^[A-Z][0-9A-Z]{9,19}$/.test(text);

/** Identification codes of Carlo Gavazzi EM24 with Ethernet or Modbus. */
const em24 = { first: 1648, last: 1653 };

const signatures: readonly Signature[] = [
  {
    // "SUN2000 Modbus Interface Definitions": model 30000, serial number 30015.
    kind: 'inverters',
    profile: 'huawei-sun2000',
    maker: 'Huawei',
    places: [
      { fc: 3, from: 30_000, count: 15 },
      { fc: 3, from: 30_015, count: 10 },
    ],
    read: ([model, serial]) =>
      textOf(model).startsWith('SUN2000') ? { model: textOf(model), serial: textOf(serial) } : null,
  },
  {
    // "Communication Protocol of PV Grid-Connected String Inverters": serial number 4990, type code 5000, both counted from 1.
    kind: 'inverters',
    profile: 'sungrow-sg',
    maker: 'Sungrow',
    places: [{ fc: 4, from: 4989, count: 11 }],
    read: ([words]) => {
      const serial = textOf(words?.subarray(0, 10));
      const code = words?.[10] ?? 0;
      return isSerial(serial) && code !== 0 && code !== 0xffff
        ? { model: `SG 0x${code.toString(16).toUpperCase()}`, serial }
        : null;
    },
  },
  {
    // Schneider iEM2000, iEM3000, PM: name, model and maker from 29 on, 20 registers each.
    kind: null,
    profile: '',
    maker: 'Schneider Electric',
    places: [
      { fc: 3, from: 49, count: 20 },
      { fc: 3, from: 69, count: 20 },
    ],
    read: ([model, maker]) =>
      textOf(maker).startsWith('Schneider') ? { model: textOf(model), serial: '' } : null,
  },
  {
    // Carlo Gavazzi EM24: identification code at 0x000B.
    kind: null,
    profile: '',
    maker: 'Carlo Gavazzi',
    places: [{ fc: 3, from: 0x0b, count: 1 }],
    read: ([code]) =>
      isBetween(code?.[0] ?? 0, em24.first, em24.last) ? { model: 'EM24', serial: '' } : null,
  },
  {
    // Eastron SDM630: serial number 0xFC00 among the holding registers; frequency and voltage between phases as floating-point input registers.
    kind: 'contatori',
    profile: 'sdm630',
    maker: 'Eastron',
    places: [
      { fc: 3, from: 0xfc00, count: 2 },
      { fc: 4, from: 0x46, count: 2 },
      { fc: 4, from: 0xc8, count: 2 },
    ],
    read: ([serial, frequency, voltage]) => {
      const [high = 0, low = 0] = serial ?? [];
      const isMeter = isBetween(floatOf(frequency), 40, 70) && isBetween(floatOf(voltage), 50, 50_000);
      return isMeter ? { model: 'SDM630', serial: String(high * 0x1_0000 + low) } : null;
    },
  },
];

/** Ids of the objects of an identification: maker, product code, version. */
const objects = { maker: 0, product: 1, version: 2 } as const;

/** What the objects of function 43/14 say; null where they say nothing. */
export function nameplateIn(bytes: ArrayLike<number>): Nameplate | null {
  const said = new Map<number, string>();
  for (let at = 0; at + 2 <= bytes.length; ) {
    const length = bytes[at + 1] ?? 0;
    const text = Array.from({ length }, (_, index) => bytes[at + 2 + index] ?? 0);
    said.set(bytes[at] ?? 0, String.fromCharCode(...text.filter(code => isBetween(code, 0x20, 0x7e))).trim());
    at += 2 + length;
  }
  const textAt = (id: number) => said.get(id) ?? '';
  const nameplate = { maker: textAt(objects.maker), model: textAt(objects.product), serial: '' };
  return nameplate.maker || nameplate.model ? { ...nameplate, version: textAt(objects.version) } : null;
}

async function signed(
  { kind, profile, maker, places, read: readWords }: Signature,
  unit: number,
  read: Read,
): Promise<Recognised | null> {
  const words: Uint16Array[] = [];
  for (const place of places) {
    const reply = await read({ unit, ...place });
    if (reply.kind !== 'values') return null;
    words.push(reply.values);
  }
  const said = readWords(words);
  return said && { kind, profile, nameplate: { maker, version: '', ...said }, count: 1 };
}

/**
 * What answers at a unit without SunSpec; null where it does not say. `identify` reads the objects of function 43/14, null without an answer;
 * of the `profiles` those with marks are tried.
 */
export async function recognise(
  unit: number,
  read: Read,
  identify: () => Promise<ArrayLike<number> | null>,
  profiles: Iterable<Profile> = [],
): Promise<Recognised | null> {
  for (const profile of profiles) {
    const found = await marked(profile, unit, read);
    if (found) return { kind: profile.kind, profile: profile.key, ...found };
  }
  for (const signature of signatures) {
    const found = await signed(signature, unit, read);
    if (found) return found;
  }
  const bytes = await identify();
  const nameplate = bytes && nameplateIn(bytes);
  return nameplate && { kind: null, profile: '', nameplate, count: 1 };
}
