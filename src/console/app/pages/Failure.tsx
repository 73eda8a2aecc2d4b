import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';

/** A screen has failed: what happened, and what the user can do. */
export function Failure({ retry }: { readonly retry: () => void }) {
  return (
    <div className="sheet">
      <section role="alert">
        <div className="note err">
          <Icon name="warn" />
          <div>
            <h1>{t('common.screenFailed')}</h1>
            <p>{t('common.screenFailedHint')}</p>
          </div>
        </div>
        <div className="row">
          <button type="button" className="keep" onClick={retry}>
            {t('common.retry')}
          </button>
          <button type="button" className="keep o" onClick={() => location.reload()}>
            {t('common.reload')}
          </button>
        </div>
      </section>
    </div>
  );
}
