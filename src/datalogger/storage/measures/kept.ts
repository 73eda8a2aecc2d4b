import { type Group, type Point, pointOf, points } from '../../../contract/points';
import { sharedGroups } from '../../../contract/sharing';

export const tiers = ['minute', 'quarter', 'day'] as const;
/** How fine a slot is: one minute, 15 minutes, or a local day of the plant; `fine` is a single sample, which is part of no other slot. */
export type Tier = (typeof tiers)[number] | 'fine';

/** Groups whose single samples are kept too: interval and time, s (CEI 0-16:2025-12, Annex O). */
export const fineGroups = ['cci', 'spi'] as const;
export const fineStepS = 4;
export const fineKeptS = 86_400;

/** How many days the fine slots stay. Days stay for ever. */
export interface Retention {
  readonly minuteDays: number;
  readonly quarterDays: number;
}

/**
 * On `medium` ten years of quarters are 220 MiB, 400 days of minutes of plant, meters and sensors 130 MiB (`npm run bench`): a
 * device with 400 MiB for its archive has room for them, but not for every minute of every inverter.
 */
export const defaultRetention: Retention = { minuteDays: 400, quarterDays: 3660 };

interface Kept {
  readonly points: readonly string[];
  /** What a report divides and no client asks for: the same kinds as points, summed up by the sampler (sampler/sums.ts). */
  readonly sums?: Readonly<Record<string, Point>>;
  /** Where there are too many devices for the general retention. */
  readonly atMost?: Retention;
}

/** What the archive keeps of each group; the rest is live only. Adding a point needs no migration, a group does. */
export const archive = {
  impianto: {
    points: Object.keys(points.impianto),
    sums: {
      /** Irradiation, J/m², and the seconds for which it was measured. */
      irr: ['J/m²', 0, 'ratio'],
      /** The denominator of `pr` times the module temperature, Wh °C, and that denominator. */
      calore: ['°C', 0, 'ratio'],
      /** Energy that was made while an expected one was known, and that expected energy, Wh. */
      atteso: ['Wh', 0, 'ratio'],
      /** What transformer, lines and the plant's own auxiliaries took of the production. */
      propria: ['kWh', 1, 'energy'],
      /** The chain from the modules to the inverters (sampler/chain.ts). */
      cc: ['kWh', 1, 'energy'],
      sporco: ['kWh', 1, 'energy'],
      diverse: ['kWh', 1, 'energy'],
      taglio: ['kWh', 1, 'energy'],
      conversione: ['kWh', 1, 'energy'],
      /** Hours of standstill of inverters that nobody saw: their counters showed them when they answered again. */
      provato: ['h', 2, 'energy'],
    },
  },
  inverter: {
    points: ['pac', 'pdc', 'udc', 'tcab', 'tsnk', 'eday', 'yday', 'eff', 'dev'],
    sums: {
      /** Seconds of standstill in useful light, and the useful seconds. */
      fermo: ['s', 0, 'ratio'],
      /**
       * What it did not make of what was expected: while it stood still or was under maintenance; while an order, the grid or its own heat
       * limited it; and, once it answers again, while it did not answer.
       */
      persa: ['kWh', 1, 'energy'],
      limitata: ['kWh', 1, 'energy'],
      ridotta: ['kWh', 1, 'energy'],
      declassata: ['kWh', 1, 'energy'],
      muta: ['kWh', 1, 'energy'],
    },
    atMost: { minuteDays: 14, quarterDays: 3660 },
  },
  contatori: { points: ['p', 'qac', 'e_imm', 'e_prel', 'eday', 'er1', 'er2', 'er3', 'er4'] },
  sensori: { points: ['v', 'tipo', 'sereno'] },
  stringhe: {
    points: ['i'],
    /** What the string lost against the median of its inverter. */
    sums: { persa: ['kWh', 2, 'energy'] },
    atMost: { minuteDays: 1, quarterDays: 35 },
  },
  tracker: { points: ['ang', 'tgt'], atMost: { minuteDays: 1, quarterDays: 7 } },
  /**
   * A slot of controller and protection takes 65 bytes on `medium`, one of its digital inputs 72: as long as they are kept at most 27 MiB, of it
   * 2 MiB of single samples.
   */
  cci: {
    points: ['p', 'qac', 'u', 'plim', 'psp', 'qsp', 'funzione', 'funzioneq', 'link_a'],
    atMost: { minuteDays: 90, quarterDays: 800 },
  },
  spi: {
    points: ['uab', 'ubc', 'uca', 'u10', 'v0', 'vd', 'vi', 'f', 'avviate', 'intervento', 'scatti', 'ddi'],
    atMost: { minuteDays: 90, quarterDays: 800 },
  },
  /** Changes within a slot are known from their count in the day so far. */
  di: { points: ['v', 'oggi'], atMost: { minuteDays: 35, quarterDays: 400 } },
} as const satisfies { readonly [G in Group]?: Kept };

export type KeptGroup = keyof typeof archive;
export const keptGroups: readonly KeptGroup[] = sharedGroups;

export function isKept(group: Group): group is Group & KeptGroup {
  return Object.hasOwn(archive, group);
}

/** The retention of one group, given the general one. */
export function retentionOf(group: KeptGroup, general: Retention): Retention {
  const { atMost = general }: Kept = archive[group];
  return {
    minuteDays: Math.min(general.minuteDays, atMost.minuteDays),
    quarterDays: Math.min(general.quarterDays, atMost.quarterDays),
  };
}

/** Every number that is kept of a group, in the order of its record. */
export function keptNames(group: KeptGroup): readonly string[] {
  const { points: names, sums = {} }: Kept = archive[group];
  return [...names, ...Object.keys(sums)];
}

/** The description of a point or of a sum; undefined of neither. */
export function keptPoint(group: Group, name: string): Point | undefined {
  const { sums = {} }: Partial<Kept> = isKept(group) ? archive[group] : {};
  return Object.hasOwn(sums, name) ? sums[name] : pointOf(group, name);
}

/** How two slots become one: powers average and remember their maximum, energies add up, states keep the last. */
export type Rule = 'mean' | 'max' | 'sum' | 'last';

/** One number of a device in a slot, stored as the whole number `value * scale`. */
export interface Field {
  readonly point: string;
  readonly rule: Rule;
  readonly scale: number;
}

/** First in every record: for how many seconds of the slot there was a good sample. 0 is a gap. */
const coverage: Field = { point: '', rule: 'sum', scale: 1 };

function fieldsOfPoint(group: Group, point: string): readonly Field[] {
  const [, decimals, kind] = keptPoint(group, point) ?? ['', 0, 'state'];
  // The unit of a sensor's value, and so its decimals, depends on the sensor.
  const scale = group === 'sensori' && point === 'v' ? 10_000 : 10 ** (decimals + 1);
  switch (kind) {
    case 'mean':
      return [
        { point, rule: 'mean', scale },
        { point, rule: 'max', scale },
      ];
    case 'ratio': // numerator and denominator, so that a longer period is their ratio and never a mean of ratios
      return [
        { point, rule: 'sum', scale: 1 },
        { point, rule: 'sum', scale: 1 },
      ];
    case 'energy':
      return [{ point, rule: 'sum', scale: 1000 }];
    case 'count':
      return [{ point, rule: 'last', scale: 1000 }];
    case 'state':
      return [{ point, rule: 'last', scale }];
  }
}

/** The record of one device: coverage, then the fields of the points in their order. */
export function recordOf(group: KeptGroup, names: readonly string[]): readonly Field[] {
  return [coverage, ...names.flatMap(name => fieldsOfPoint(group, name))];
}

const records = new Map(keptGroups.map(group => [group, recordOf(group, keptNames(group))]));

/** The record of a group as this version writes it. */
export function fieldsOf(group: KeptGroup): readonly Field[] {
  return records.get(group) ?? [];
}

const places = new Map(
  keptGroups.map(group => {
    const names = fieldsOf(group).map(({ point }) => point);
    return [group, new Map(names.map(name => [name, names.indexOf(name)]))];
  }),
);

/** Where a point's (first) field is in the record; -1 when it is not kept. */
export function fieldIndex(group: KeptGroup, point: string): number {
  return places.get(group)?.get(point) ?? -1;
}
