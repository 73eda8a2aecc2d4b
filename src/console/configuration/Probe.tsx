import { useState } from 'react';
import type { KeyOf } from '../../contract';
import { isObject, numberOrNull, textOrNull } from '../data/read';
import { write } from '../data/records';
import type { Values } from '../form/paths';
import { t, textOf, textWith } from '../i18n/translate';

interface Props {
  readonly call: KeyOf<'POST'>;
  readonly id: string;
  /** The record as typed in the form, saved or not. */
  readonly draft: () => Values;
}

/** The fields of a device's address (contract/config/endpoints.ts, `ConnectionAddress`). */
const addressFields = ['protocollo', 'host', 'porta', 'bus', 'unita', 'modulo', 'canale'] as const;

/** Tries to reach the device at the address in the form, and shows the result. */
export function Probe({ call, id, draft }: Props) {
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const probe = async () => {
    setBusy(true);
    const typed = draft();
    const address = addressFields.flatMap(name => (name in typed ? [[name, typed[name]]] : []));
    const result = await write(call, { params: { id }, body: Object.fromEntries(address) });
    setBusy(false);
    const reply = result.kind === 'saved' && isObject(result.value) ? result.value : {};
    const outcome = textWith(
      { ms: numberOrNull(reply.ms) ?? 0 },
      'config',
      'probe',
      textOrNull(reply.esito) ?? '',
    );
    const refusal = result.kind === 'refused' ? result.error.details.code : null;
    setWords(outcome ?? textOf('config', 'refusal', refusal ?? '') ?? t('config.probe.failed'));
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
