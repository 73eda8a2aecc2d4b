import { useState } from 'react';
import { type Session, secondsLeft } from '../../data/session';
import { useNowMs } from '../../data/ticker';
import { formatDuration } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Dialog } from '../../ui/Dialog';
import { renew } from '../session-flow';

/** The warning appears this long before the end of the session, in seconds. */
const warnBeforeS = 5 * 60;

/** Asks the user to stay signed in before the session ends. A warning that was closed does not appear again for the same session. */
export function SessionWarning({ session }: { readonly session: Session }) {
  useNowMs();
  const [putOffExp, setPutOffExp] = useState(0);
  const leftS = secondsLeft(session);
  const isDue = leftS > 0 && leftS <= warnBeforeS && putOffExp !== session.exp;
  return isDue ? <Warning leftS={leftS} putOff={() => setPutOffExp(session.exp)} /> : null;
}

function Warning({ leftS, putOff }: { readonly leftS: number; readonly putOff: () => void }) {
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
