import { useState } from 'react';
import type { KeyOf } from '../../../contract';
import type { PartProps } from '../../configuration/descriptor';
import { isObject, type Json, objectsIn, textIn, textOrNull, timeOrNull } from '../../data/read';
import { write } from '../../data/records';
import { formatTime, missing } from '../../i18n/format';
import { t, textOf } from '../../i18n/translate';
import { nothingSaid, useSaid } from '../../i18n/use-said';

interface Props extends Pick<PartProps, 'form'> {
  readonly call: KeyOf<'POST'>;
}

/** A test with the values in the form, saved or not. Its result goes as soon as they are others. */
export function Trial({ form, call }: Props) {
  const [steps, setSteps] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, sayFailure] = useSaid();
  const [tried, setTried] = useState('');
  const values = JSON.stringify(form.body);
  const trial = async () => {
    setBusy(true);
    setSteps(null);
    sayFailure(nothingSaid);
    setTried(values);
    const result = await write(call, { body: form.body });
    setBusy(false);
    const details = result.kind === 'refused' ? result.error.details : null;
    const refusal = details?.code;
    const missing = refusal === 'required' ? details?.field : undefined;
    if (missing) form.refuse(missing, { code: 'required' });
    const words = () =>
      missing === 'password'
        ? t('trial.passwordAgain')
        : (textOf('config', 'refusal', refusal ?? '') ?? t('trial.tryFailed'));
    sayFailure(result.kind === 'saved' ? nothingSaid : words);
    setSteps(result.kind === 'saved' && isObject(result.value) ? result.value.passi : null);
  };
  return (
    <>
      <button
        type="button"
        className="o"
        disabled={isBusy || form.isReadOnly || form.faults.size > 0}
        aria-busy={isBusy}
        onClick={() => void trial()}
      >
        {t(isBusy ? 'trial.trying' : 'trial.try')}
      </button>
      <div role="status">
        {tried === values && (
          <>
            {failure && <p>{failure}</p>}
            <Steps of={steps} />
          </>
        )}
      </div>
    </>
  );
}

/** What came of each step, from the answer of the datalogger. */
export function Steps({ of }: { readonly of: unknown }) {
  return (
    <ol>
      {objectsIn(of).map(step => (
        <li key={textOrNull(step.passo)}>
          {textOf('trial', 'step', textIn(step.passo)) ?? ''}: {outcomeOf(step)}
        </li>
      ))}
    </ol>
  );
}

/** "riuscito", or the failure and its reason. */
export function outcomeOf({ esito, motivo }: Json): string {
  const outcome = textOf('trial', 'outcome', textIn(esito)) ?? '';
  const reason = textOf('trial', 'reason', textIn(motivo));
  return [outcome, reason].filter(Boolean).join(', ');
}

/** Day and time of an instant of the API. */
export function momentWords(value: unknown, zone: string): string {
  const atS = timeOrNull(value);
  if (atS === null) return missing;
  return `${formatTime(atS, zone, 'date')} ${formatTime(atS, zone, 'clock')}`;
}
