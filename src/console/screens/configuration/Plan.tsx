import { useState } from 'react';
import { ConsentDialog } from '../../configuration/ConsentDialog';
import { differencesIn } from '../../data/audit';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import type { BackupActions } from './use-backup';

const loadDifferences = () => import('./changes/Differences').then(module => module.Differences);
const differenceParts = ['audit'] as const;

/** What a restore would change, and the question whether to do it. */
export function Plan({ actions: { plan, isBusy, restore, pick } }: { readonly actions: BackupActions }) {
  const [isAsking, setAsking] = useState(false);
  if (!plan) return null;
  return (
    <>
      <Lazy
        load={loadDifferences}
        parts={differenceParts}
        props={{ differences: differencesIn(plan.differenze), pick }}
      />
      <button type="button" disabled={isBusy} onClick={() => setAsking(true)}>
        {t('setup.restoreButton')}
      </button>
      {isAsking && (
        <ConsentDialog
          title={t('setup.restoreAsk')}
          confirm={t('setup.restore')}
          isBusy={isBusy}
          onConfirm={() => {
            setAsking(false);
            void restore();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('setup.restoreText')}</p>
        </ConsentDialog>
      )}
    </>
  );
}
