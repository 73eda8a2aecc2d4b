import { useState } from 'react';
import type { KeyOf } from '../../contract';
import { isObject, numberOrNull } from '../data/read';
import { write } from '../data/records';
import { t, textWith } from '../i18n/translate';

interface Props {
  readonly call: KeyOf<'POST'>;
  readonly id: string;
}

/** Tries to reach the device where it is configured to be, and says what answered. */
export function Probe({ call, id }: Props) {
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const probe = async () => {
    setBusy(true);
    const result = await write(call, { params: { id }, body: {} });
    setBusy(false);
    const reply = result.kind === 'saved' && isObject(result.value) ? result.value : {};
    const outcome = textWith(
      { ms: numberOrNull(reply.ms) ?? 0 },
      'config',
      'probe',
      String(reply.esito ?? ''),
    );
    setWords(outcome ?? t('config.probe.failed'));
  };
  return (
    <>
      <small role="status">{words}</small>
      <button type="button" className="o" disabled={isBusy} aria-busy={isBusy} onClick={() => void probe()}>
        {t('config.probe.button')}
      </button>
    </>
  );
}
