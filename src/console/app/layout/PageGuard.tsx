import { useEffect, useState } from 'react';
import { onTick } from '../../data/ticker';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { keepFocus } from './kept-focus';
import { restoreOwnText } from './own-text';

/** Without a replaced node the text itself is compared this often, s. */
const everyS = 10;

/**
 * Restores live text that somebody else has replaced, every second, and says so until the user closes the note. Keeps the focus in the page.
 */
export function PageGuard() {
  const [isChanged, setChanged] = useState(false);
  useEffect(() => watchPage(() => setChanged(true)), []);
  useEffect(keepFocus, []);
  return isChanged && <Note onClose={() => setChanged(false)} />;
}

function watchPage(onChange: () => void): () => void {
  const page = document.getElementById('app');
  if (!page) return () => undefined;
  let seconds = 0;
  let isTouched = true;
  const touches = new MutationObserver(() => {
    isTouched = true;
  });
  touches.observe(page, { childList: true, subtree: true });
  const stop = onTick(() => {
    seconds += 1;
    if (!isTouched && seconds % everyS !== 0) return;
    isTouched = false;
    if (restoreOwnText(page)) onChange();
  });
  return () => {
    stop();
    touches.disconnect();
  };
}

/** Says that somebody else has changed live text of the page, and that it is restored. */
function Note({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className="note strip" role="alert">
      <Icon name="warn" />
      <span>
        <b>{t('pageGuard.changed')}</b> {t('pageGuard.restored')}
      </span>
      <button type="button" className="q end" aria-label={t('shell.close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
