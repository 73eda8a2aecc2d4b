import { useState } from 'react';
import { formatDuration } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Dialog } from '../../ui/Dialog';
import { renew } from '../session-flow';

interface Props {
  readonly leftS: number;
  readonly putOff: () => void;
}

/** Asks the user to stay signed in before the session ends. */
export function SessionEnd({ leftS, putOff }: Props) {
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking');
  const stay = async () => {
    setState('busy');
    setState((await renew()) ? 'asking' : 'failed');
  };
  return (
    <Dialog title={t('sessionEnd.title', { time: formatDuration(leftS) })} onClose={putOff}>
      <p>{t('sessionEnd.text')}</p>
      {state === 'failed' && <p role="alert">{t('sessionEnd.failed')}</p>}
      <div className="row">
        <button
          type="button"
          aria-busy={state === 'busy'}
          disabled={state === 'busy'}
          onClick={() => void stay()}
        >
          {t(state === 'busy' ? 'sessionEnd.staying' : 'sessionEnd.stay')}
        </button>
        <button type="button" className="o" onClick={putOff}>
          {t('sessionEnd.later')}
        </button>
      </div>
    </Dialog>
  );
}
