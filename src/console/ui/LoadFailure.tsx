import { t } from '../i18n/translate';
import { Icon } from './Icon';

/** A part of the console did not arrive. */
export function LoadFailure({ retry }: { readonly retry: () => void }) {
  return (
    <div className="note err" role="alert">
      <Icon name="unlink" />
      <div>
        <b>{t('common.loadFailed')}</b>
        <p>{t('common.loadFailedHint')}</p>
        <div className="row">
          <button type="button" onClick={retry}>
            {t('common.retry')}
          </button>
          <button type="button" className="o" onClick={() => location.reload()}>
            {t('common.reload')}
          </button>
        </div>
      </div>
    </div>
  );
}
