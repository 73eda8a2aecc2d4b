import { quality } from '../../contract/codes';
import type { ConnectionAddress, ConnectionTest } from '../../contract/config/endpoints';
import type { ConfigKind } from '../../contract/config/kinds';
import type { Group } from '../../contract/points';
import type { Setup } from './setup';
import type { Snapshot } from './source';
import { answerMs, movedTo } from './wiring';

/** Where no device is configured nobody answers. */
export const nobody: ConnectionTest = { esito: 'indirizzo_errato', ms: null, ultimo: null };

/** The group in which the devices of a kind are read. */
const groupOf: Readonly<Record<ConfigKind, Group>> = {
  inverters: 'inverter',
  'box-stringhe': 'stringhe',
  contatori: 'contatori',
  sensori: 'sensori',
  'protezioni-interfaccia': 'spi',
  'digital-signals': 'di',
  trackers: 'tracker',
  cci: 'cci',
};

interface Question {
  readonly kind: ConfigKind;
  readonly id: number;
  readonly address: ConnectionAddress;
}

/** Asks for a device: whether anything of its kind is at the address, and whether it answers, as its last poll tells. */
export function probeAt(
  { configuration, wiring }: Setup,
  snapshot: Snapshot,
  { kind, id, address }: Question,
): ConnectionTest {
  const stored = configuration[kind].find(record => record.id === id);
  if (!stored) return nobody;
  const record = movedTo(stored, address);
  const device = wiring.deviceOf(kind, record);
  if (device === null) return nobody;
  // Whoever is configured at that place was asked there last.
  const holder = configuration[kind].find(
    other => other.abilitato && wiring.deviceOf(kind, other) === device,
  );
  const rows = snapshot.groups[groupOf[kind]];
  const index = rowOf(kind, holder?.id ?? null, rows);
  if (index < 0) return { esito: 'ok', ms: answerMs(record), ultimo: null };
  const ultimo = rows.sampled[index] ?? null;
  if (rows.q[index] === quality.bad) return { esito: 'muto', ms: null, ultimo };
  return { esito: 'ok', ms: answerMs(record), ultimo };
}

/** The strings of a box stand for it. */
function rowOf(kind: ConfigKind, id: number | null, rows: Snapshot['groups'][Group]): number {
  if (id === null) return -1;
  return kind === 'box-stringhe' ? (rows.values.quadro ?? []).indexOf(id) : rows.id.indexOf(id);
}
