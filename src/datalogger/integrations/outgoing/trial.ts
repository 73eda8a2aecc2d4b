import type { TransferReason, Trial, TrialStep } from '../../../contract/sharing';
import { OutgoingError, reasonOf } from './guard';

type Step = TrialStep['passo'];

/** Does the steps of a trial one after the other; `Take` of a connection is one of these. */
export type TakeStep = <T>(step: Step, work: () => Promise<T>) => Promise<T>;

/** Without notes, outside of a trial. */
export const straight: TakeStep = (_, work) => work();

/** Tells of each step what came of it. What the other side says stays here; only codes come back. */
export async function triedInSteps(
  steps: readonly Step[],
  skipped: readonly Step[],
  work: (take: TakeStep) => Promise<void>,
): Promise<Trial> {
  const done = new Map<Step, number>();
  let failure: { step: Step; reason: TransferReason } | null = null;
  const take: TakeStep = async (step, each) => {
    const since = performance.now();
    try {
      const result = await each();
      done.set(step, Math.round(performance.now() - since));
      return result;
    } catch (error) {
      failure = { step, reason: reasonOf(error) };
      throw new OutgoingError(failure.reason);
    }
  };
  try {
    await work(take);
  } catch (error) {
    if (!failure) throw error;
  }
  return trialOf(steps, done, failure, skipped);
}

/** What came of steps: those that are done with the time they took (null: not measured), the one that failed, the rest as skipped. */
export function trialOf(
  steps: readonly Step[],
  done: ReadonlyMap<Step, number | null>,
  failure: { readonly step: Step; readonly reason: TransferReason } | null,
  skipped: readonly Step[],
): Trial {
  const stepOf = (step: Step): TrialStep => {
    if (done.has(step) && !skipped.includes(step))
      return { passo: step, esito: 'riuscito', motivo: null, millisecondi: done.get(step) ?? null };
    const motivo = failure?.step === step ? failure.reason : null;
    return { passo: step, esito: motivo === null ? 'saltato' : 'fallito', motivo, millisecondi: null };
  };
  return { passi: steps.map(stepOf) };
}
