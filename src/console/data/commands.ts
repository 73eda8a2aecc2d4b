import type { BodyInputOf, QueryInputOf } from '../../contract';
import { deviceNowMs } from './device-clock';
import { nowMs } from './monotonic';
import { type Outcome, outcome } from './outcome';
import { refreshBelow } from './poll';
import { isObject, numberOrNull, readArray, readObject, textOrNull, timeOrNull } from './read';
import { type Resource, resource } from './resource';
import { call } from './transport';

export type CommandWish = BodyInputOf<'POST comandi'>;

/** What a confirmation would do. */
export interface Selected {
  readonly id: string;
  /** Monotonic ms until which it can be confirmed. */
  readonly untilMs: number;
  readonly old: number | null;
  readonly next: number | null;
  /** kW that the plant may give at most afterwards. */
  readonly limitKw: number | null;
  readonly devices: number | null;
  /** What has to be typed; null where nothing has. */
  readonly typed: string | null;
}

/** First step: says what would change. */
export function selectCommand(wish: CommandWish): Promise<Outcome<Selected>> {
  return outcome(async () => readSelected((await call('POST comandi', { body: wish })).value));
}

/** Second step. An answer that did not come says nothing of what was done: the measured state does. */
export function confirmCommand(id: string, nome: string | null): Promise<Outcome<null>> {
  return outcome(async () => {
    await call('POST comandi/:id/conferma', { params: { id }, body: nome === null ? {} : { nome } });
    refreshBelow('/api/comandi');
    return null;
  });
}

/** One that was given, whoever gave it. */
export interface GivenCommand {
  readonly id: number;
  /** Epoch seconds of the datalogger's clock. */
  readonly atS: number | null;
  /** Empty for the distribution operator. */
  readonly by: string;
  readonly action: string;
  readonly old: number | null;
  readonly next: number | null;
  readonly isTaken: boolean;
}

const givenEveryMs = 30_000;

/** The last commands of a kind of device, newest first. */
export function givenCommands(
  gruppo: QueryInputOf<'GET comandi'>['gruppo'],
): Resource<readonly GivenCommand[]> {
  return resource('GET comandi', { query: { gruppo } }, readGiven, { everyMs: givenEveryMs });
}

function readGiven(raw: unknown): readonly GivenCommand[] {
  return readArray(raw, 'commands').map(each => {
    const row = readObject(each, 'a command');
    return {
      id: numberOrNull(row.id) ?? 0,
      atS: timeOrNull(row.t),
      by: textOrNull(row.utente) ?? '',
      action: textOrNull(row.azione) ?? '',
      old: numberOrNull(row.vecchio),
      next: numberOrNull(row.nuovo),
      isTaken: row.esito === 'ok',
    };
  });
}

/** However the two clocks differ, a selection is never good for longer (contract/commands.ts). */
const selectionMs = 30_000;

function readSelected(raw: unknown): Selected {
  const reply = readObject(raw, 'a selected command');
  const effect = isObject(reply.effetto) ? reply.effetto : {};
  const leftMs = (timeOrNull(reply.scade) ?? 0) * 1000 - deviceNowMs();
  return {
    id: textOrNull(reply.id) ?? '',
    // Where the clocks differ so much that it would be over already, only the datalogger can tell.
    untilMs: nowMs() + (leftMs > 0 ? Math.min(leftMs, selectionMs) : selectionMs),
    old: numberOrNull(reply.vecchio),
    next: numberOrNull(reply.nuovo),
    limitKw: numberOrNull(effect.potenza),
    devices: numberOrNull(effect.dispositivi),
    typed: textOrNull(reply.da_scrivere),
  };
}
