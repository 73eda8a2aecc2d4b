import type { DeviceStatus } from '../../data/facts';

/** The input of the footer. */
export interface FooterFacts {
  readonly plantName: string;
  /** Whether the plant has `ups` true. Only then the footer has two more fields. */
  readonly hasUps: boolean;
  /** The first status record; null for an empty list, undefined before the first answer. */
  readonly status: DeviceStatus | null | undefined;
  /** Seconds since the last answer; null before the first. */
  readonly ageS: number | null;
  /** Whether the first answer is still expected. If false and there is no status, none is available. */
  readonly isLoading: boolean;
  readonly isLost: boolean;
}

export type FooterValue =
  | { readonly kind: 'text'; readonly text: string }
  /** A temperature in °C. */
  | { readonly kind: 'temperature'; readonly celsius: number }
  | { readonly kind: 'clock'; readonly date: string; readonly time: string }
  | { readonly kind: 'active' | 'ok' | 'notAvailable' | 'loading' }
  | { readonly kind: 'alert'; readonly word: 'absent' | 'low' };

export type FooterName = 'plant' | 'serial' | 'clock' | 'state' | 'cpu' | 'mains' | 'battery';

export interface FooterField {
  readonly name: FooterName;
  readonly value: FooterValue;
}

export interface FooterContent {
  /** Empty when the answer was an empty list: one sentence replaces the whole row. */
  readonly fields: readonly FooterField[];
  /** Age of the last answer in seconds, when it is old enough to be shown; else null. */
  readonly oldS: number | null;
}

/** The footer shows the age of an answer older than this, in seconds (decisions.md, section 2). */
const oldAfterS = 90;

const notAvailable: FooterValue = { kind: 'notAvailable' };
const ok: FooterValue = { kind: 'ok' };

/**
 * The display rules of the specification (section 4). `ac_OK`: '0' is good, '1' is bad. `upsbattery_low`: '1' is good, '0' is bad. Both
 * rules contradict the names of the fields and are intended.
 */
export function footerContent(facts: FooterFacts): FooterContent {
  const { status, ageS, isLost } = facts;
  const isOld = ageS !== null && (isLost || ageS > oldAfterS);
  const oldS = isOld ? ageS : null;
  if (status === null) return { fields: [], oldS };
  const fields: FooterField[] = [
    { name: 'plant', value: textOr(facts.plantName, notAvailable) },
    ...statusFields(facts, status),
  ];
  return { fields, oldS };
}

function statusFields(
  { hasUps, isLoading, isLost }: FooterFacts,
  status: DeviceStatus | undefined,
): readonly FooterField[] {
  const unknown: FooterValue = isLoading && !status ? { kind: 'loading' } : notAvailable;
  // Without a connection the identity of the datalogger and its last time remain true; its state does not.
  const live = isLost ? undefined : status;
  const fields: FooterField[] = [
    { name: 'serial', value: textOr(status?.serial, unknown) },
    { name: 'clock', value: clock(status, unknown) },
    { name: 'state', value: live?.operation ? { kind: 'active' } : unknown },
    { name: 'cpu', value: temperature(live, unknown) },
  ];
  if (!hasUps) return fields;
  return [
    ...fields,
    { name: 'mains', value: contact(live?.acContact, '0', 'absent', unknown) },
    { name: 'battery', value: contact(live?.batteryContact, '1', 'low', unknown) },
  ];
}

function textOr(text: string | null | undefined, otherwise: FooterValue): FooterValue {
  return text ? { kind: 'text', text } : otherwise;
}

function clock(status: DeviceStatus | undefined, unknown: FooterValue): FooterValue {
  const { date, time } = status ?? {};
  return date || time ? { kind: 'clock', date: date ?? '', time: time ?? '' } : unknown;
}

function temperature(live: DeviceStatus | undefined, unknown: FooterValue): FooterValue {
  const celsius = live?.cpuTemperature ?? null;
  return celsius === null ? unknown : { kind: 'temperature', celsius };
}

/** A raw contact: `good` is the value when nothing is wrong, the other of '0' and '1' is bad. Any other value means nothing. */
function contact(
  raw: string | null | undefined,
  good: '0' | '1',
  word: 'absent' | 'low',
  unknown: FooterValue,
): FooterValue {
  if (raw === good) return ok;
  return raw === '0' || raw === '1' ? { kind: 'alert', word } : unknown;
}
