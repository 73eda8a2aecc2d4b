import { useEffect, useState } from 'react';
import { setLeaveGuard } from '../browser/unsaved';
import { hasEdits, readDraft, useDrafts, writeDraft } from '../form/drafts';
import { t } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';

/** Asks the user before unsaved drafts are discarded by a link, the back button, a logout or a reload. */
export function LeaveGuard({ keys }: { readonly keys: readonly string[] }) {
  useDrafts();
  const isDirty = keys.some(key => hasEdits(readDraft(key)));
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  useEffect(() => (isDirty ? guard(next => setProceed(() => next)) : undefined), [isDirty]);
  if (!proceed) return null;
  const leave = () => {
    for (const key of keys) writeDraft(key, {});
    isLeaving = true;
    proceed();
    isLeaving = false;
  };
  const count = keys.reduce((sum, key) => sum + Object.keys(readDraft(key)).length, 0);
  return (
    <Dialog title={t('config.leave.title')} onClose={() => setProceed(null)}>
      <p>{t('config.leave.text', { count })}</p>
      <div className="row">
        <button type="button" onClick={() => setProceed(null)}>
          {t('config.leave.stay')}
        </button>
        <button type="button" className="o" onClick={leave}>
          {t('config.leave.go')}
        </button>
      </div>
    </Dialog>
  );
}

let isLeaving = false;

/** Handles events before the router of the shell does. Returns a function that removes the guard. */
function guard(ask: (proceed: () => void) => void): () => void {
  const here = location.pathname;
  let address = location.href;
  let isAgreed = false;
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.download) return;
    if (link.pathname === here || isLeaving) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(() => link.click());
  };
  const onBack = (event: Event) => {
    if (location.pathname === here) address = location.href;
    if (location.pathname === here || isAgreed) return;
    event.stopImmediatePropagation();
    history.pushState(null, '', address);
    ask(() => {
      isAgreed = true;
      history.back();
    });
  };
  const onUnload = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // Browsers from before 2023 show their question only if `returnValue` is set.
    event.returnValue = true;
  };
  setLeaveGuard(ask, onBack);
  addEventListener('click', onClick, true);
  addEventListener('beforeunload', onUnload);
  return () => {
    setLeaveGuard(null);
    removeEventListener('click', onClick, true);
    removeEventListener('beforeunload', onUnload);
  };
}
