import { useEffect, useState } from 'react';
import type { Selected } from '../data/commands';
import { refreshBelow } from '../data/poll';
import { useNowMs } from '../data/ticker';
import { formatDuration } from '../i18n/format';
import { t } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import { Prevailing } from './Confirm';
import type { StageProps } from './offered-command';

interface Props extends StageProps {
  readonly selected: Selected;
  /** Monotonic time at which the command was sent, ms. */
  readonly sinceMs: number;
}

/** Time for a command whose offer names none, s (CEI 0-16: active power within 60 s, plus some polls). */
const usualS = 90;
/** While this dialog is open the values are polled this often, even if the screen polls less often, s. */
const askedEveryS = 5;
/** A value that is measured earlier than this after the command is from before the command, s. */
const leastS = 3;

/** Waits until the measured state equals the requested one. */
export function Progress({ offer, selected, sinceMs, isLost, onClose }: Props) {
  const { withinS = usualS } = offer;
  const elapsedS = (useNowMs() - sinceMs) / 1000;
  const [reachedS, setReachedS] = useState<number | null>(null);
  const isSettled = !isLost && elapsedS >= leastS;
  const prevailing = isSettled ? (offer.prevailing?.(selected.next) ?? null) : null;
  const isReached = isSettled && prevailing === null && offer.isReached(selected.next) === true;
  useEffect(() => {
    if (isReached) setReachedS(before => before ?? elapsedS);
  }, [isReached, elapsedS]);
  const turn = reachedS === null ? Math.floor(elapsedS / askedEveryS) : 0;
  useEffect(() => {
    if (turn > 0) refreshBelow('/api/dati_impianto/RT');
  }, [turn]);
  const isLate = reachedS === null && elapsedS > withinS;
  return (
    <>
      <dl className="kv" translate="no">
        <dt>{t('command.asked')}</dt>
        <dd>{selected.next === null ? t('command.sent') : offer.textOf(selected.next)}</dd>
        <dt>{t('command.measured')}</dt>
        <dd>{offer.measured}</dd>
      </dl>
      <Prevailing what={reachedS === null ? prevailing : null} />
      <p role="status">
        {reachedS !== null && (
          <>
            <Icon name="check" />{' '}
          </>
        )}
        {reachedS !== null
          ? t('command.reached', { time: formatDuration(reachedS) })
          : prevailing === null && unreachedWords(isLost, isLate ? withinS : null)}
        {reachedS === null && prevailing === null && !isLate && (
          <span aria-hidden="true"> {formatDuration(elapsedS)}</span>
        )}
      </p>
      <div className="row">
        <button type="button" className={reachedS === null ? 'o' : ''} onClick={onClose}>
          {t('command.close')}
        </button>
      </div>
    </>
  );
}

/** `lateS`: the time limit in s once it has passed; null before. */
function unreachedWords(isLost: boolean, lateS: number | null): string {
  if (isLost) return t('command.lostMeanwhile');
  return lateS === null ? t('command.waiting') : t('command.notReached', { time: formatDuration(lateS) });
}
