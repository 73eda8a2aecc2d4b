import type { AuditAction } from '../contract/audit';
import { issueCode } from './api/auth/issue-code';
import type { Settings } from './settings';
import { writePast, writeRecent } from './sources/write-past';

/** A command of the command line, with one argument. */
export interface Command {
  /**
   * Who gives it: a person on the device, or this program. Neither is asked for a password, as a user who reads the data folder has
   * every password's hash already; so no command answers a stored secret or changes an account, the network or the right to command.
   */
  readonly by: 'person' | 'program';
  /** Its row in the audit log; null where it changes nothing that an account could change. */
  readonly action: AuditAction | null;
  /** Returns what it prints. */
  readonly run: (settings: Settings, argument: string) => string | null;
}

/** Every command; what is not here is refused. */
export const commands: Readonly<Record<string, Command>> = {
  /** A one-time code for the account of the argument, whose password is lost. */
  code: {
    by: 'person',
    action: 'account.code',
    run({ dataFolder }, user) {
      const code = issueCode(dataFolder, user, Date.now());
      return `${code}\nValid for an hour, once: at the login choose "one-time code".`;
    },
  },
  /** Both are called by a first start on the simulated plant, in a process of their own. The argument: epoch s of their end. */
  past: { by: 'program', action: null, run: (settings, endS) => written(writePast, settings, endS) },
  recent: { by: 'program', action: null, run: (settings, endS) => written(writeRecent, settings, endS) },
};

function written(write: (settings: Settings, endS: number) => void, settings: Settings, endS: string): null {
  if (!/^\d+$/.test(endS)) throw new Error('its end is a number of seconds');
  write(settings, Number(endS));
  return null;
}
