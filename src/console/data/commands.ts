import type { BodyInputOf, QueryInputOf } from '../../contract';
import { deviceNowMs } from './device-clock';
import { nowMs } from './monotonic';
import { type Outcome, outcome } from './outcome';
import { refreshBelow } from './poll';
import { isObject, numberOrNull, readArray, readObject, textIn, timeOrNull } from './read';
import { type Resource, resource } from './resource';
import { call } from './transport';

export type CommandWish = BodyInputOf<'POST comandi'>;

/** What the command will change when it is confirmed. */
export interface Selected {
  readonly id: string;
  /** Monotonic time until which it can be confirmed, ms. */
  readonly untilMs: number;
  readonly old: number | null;
  readonly next: number | null;
  /** The plant's power limit after the command, kW. */
  readonly limitKw: number | null;
  readonly devices: number | null;
  /** It acts on the whole plant: the user has to confirm that as well. */
  readonly isPlantWide: boolean;
}

/** First step: asks the datalogger what the command would change. */
export function selectCommand(wish: CommandWish): Promise<Outcome<Selected>> {
  return outcome(async () => readSelected((await call('POST comandi', { body: wish })).value));
}

/** Second step. A missing answer says nothing about the result: the measured state does. */
export function confirmCommand({ id, isPlantWide }: Selected): Promise<Outcome<null>> {
  return outcome(async () => {
    const body = isPlantWide ? { tutto_impianto: true } : {};
    await call('POST comandi/:id/conferma', { params: { id }, body });
    refreshBelow('/api/comandi');
    return null;
  });
}

/** A command that was given, by anybody. */
export interface GivenCommand {
  readonly id: number;
  /** Epoch seconds of the plant's clock. */
  readonly atS: number | null;
  /** The user; empty for the distribution operator. */
  readonly by: string;
  readonly action: string;
  readonly old: number | null;
  readonly next: number | null;
  readonly isTaken: boolean;
  /** What was applied when it was followed, and after how many seconds. */
  readonly applied: number | null;
  readonly followedS: number | null;
}

const givenEveryMs = 30_000;

/** The last commands to a kind of device, newest first. */
export function givenCommands(
  gruppo: QueryInputOf<'GET comandi'>['gruppo'],
): Resource<readonly GivenCommand[]> {
  return resource('GET comandi', { query: { gruppo } }, readGiven, { everyMs: givenEveryMs });
}

/** The whole register of a kind of device, as far back as one file holds. */
export const commandRegister = async (
  gruppo: QueryInputOf<'GET comandi'>['gruppo'],
): Promise<readonly GivenCommand[]> =>
  readGiven(await call('GET comandi', { query: { gruppo, quanti: '9999' } }));

function readGiven(raw: unknown): readonly GivenCommand[] {
  return readArray(raw, 'commands').map(each => {
    const row = readObject(each, 'a command');
    return {
      id: numberOrNull(row.id) ?? 0,
      atS: timeOrNull(row.t),
      by: textIn(row.utente),
      action: textIn(row.azione),
      old: numberOrNull(row.vecchio),
      next: numberOrNull(row.nuovo),
      isTaken: row.esito === 'ok',
      applied: numberOrNull(row.applicato),
      followedS: numberOrNull(row.seguito),
    };
  });
}

/** The longest validity of a selection, even if the two clocks differ (contract/commands.ts). */
const selectionMs = 30_000;

function readSelected(raw: unknown): Selected {
  const reply = readObject(raw, 'a selected command');
  const effect = isObject(reply.effetto) ? reply.effetto : {};
  const leftMs = (timeOrNull(reply.scade) ?? 0) * 1000 - deviceNowMs();
  return {
    id: textIn(reply.id),
    // If the clocks differ so much that it seems to have ended already, only the datalogger knows.
    untilMs: nowMs() + (leftMs > 0 ? Math.min(leftMs, selectionMs) : selectionMs),
    old: numberOrNull(reply.vecchio),
    next: numberOrNull(reply.nuovo),
    limitKw: numberOrNull(effect.potenza),
    devices: numberOrNull(effect.dispositivi),
    isPlantWide: reply.tutto_impianto === true,
  };
}
