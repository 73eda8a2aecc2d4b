import { type Trial, trialSteps } from '../../../contract/sharing';
import type { SharingSettings } from '../../storage/config/service-settings';
import type { Guard } from '../outgoing/guard';
import { trialOf } from '../outgoing/trial';
import { FtpFailure, FtpSession, type FtpStep } from './ftp';

/** A small file, so named that no data has it. */
const trialName = 'meridiana-prova.txt';
const trialText = Buffer.from('Meridiana\n');

/** Goes all the way with settings: log in, write, rename, delete. What the server says stays here; only codes come back. */
export async function tryOut(settings: SharingSettings, secret: string | null, guard: Guard): Promise<Trial> {
  const session = new FtpSession(settings, secret, guard);
  const done = new Map<FtpStep, number>();
  let since = performance.now();
  const note = (step: FtpStep) => {
    done.set(step, Math.round(performance.now() - since));
    since = performance.now();
  };
  let failure: FtpFailure | null = null;
  try {
    await session.open(note);
    await session.upload(trialName, trialText, note);
    await session.remove(trialName);
    note('cancellazione');
  } catch (error) {
    if (!(error instanceof FtpFailure)) throw error;
    failure = error;
  } finally {
    session.close();
  }
  const skipped = settings.protocollo === 'ftp' ? ['tls' as const] : [];
  return trialOf(trialSteps, done, failure, skipped);
}
