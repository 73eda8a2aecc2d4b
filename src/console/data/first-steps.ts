import { type FirstStep, firstSteps as known } from '../../contract/first-step-names';
import { type Outcome, outcome } from './outcome';
import { replaceValue } from './poll';
import { isObject, numberOrNull, readArray, readObject } from './read';
import { resource } from './resource';
import { call } from './transport';

/** What an administrator does once after the first start. */
export interface FirstSteps {
  readonly isOver: boolean;
  readonly steps: readonly {
    readonly step: FirstStep;
    readonly isDone: boolean;
    /** Epoch seconds until which it is put off; null where it is not. */
    readonly untilS: number | null;
  }[];
}

function readFirstSteps(raw: unknown): FirstSteps {
  const { finito, passi } = readObject(raw, 'first steps');
  const steps = readArray(passi, 'first steps').flatMap(each => {
    const { passo, fatto, rinviato } = isObject(each) ? each : {};
    const step = known.find(name => name === passo);
    return step ? [{ step, isDone: fatto === true, untilS: numberOrNull(rinviato) }] : [];
  });
  return { isOver: finito === true || steps.length === 0, steps };
}

/** Polled slowly; a screen that shows it requests it at once, as steps are done on other screens. */
export const firstSteps = resource('GET sistema/primi-passi', {}, readFirstSteps, { everyMs: 300_000 });

export const putOff = (step: FirstStep) =>
  take(() => call('POST sistema/primi-passi/rinvia', { body: { passo: step } }));

/** Ends the list for good. */
export const endSteps = () => take(() => call('POST sistema/primi-passi/fine', {}));

async function take(ask: () => ReturnType<typeof call>): Promise<Outcome<unknown>> {
  const answered = await outcome(ask);
  if (answered.kind === 'done') replaceValue(firstSteps, readFirstSteps(answered.value.value));
  return answered;
}
