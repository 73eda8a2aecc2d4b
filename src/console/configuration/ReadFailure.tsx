import { refresh } from '../data/poll';
import type { Resource, Snapshot } from '../data/resource';
import { t } from '../i18n/translate';
import { Icon } from '../ui/Icon';

interface Props {
  readonly resource: Resource<unknown>;
  readonly snapshot: Snapshot<unknown>;
}

/** Reports what could not be read or refreshed; another datalogger may not have it at all. */
export function ReadFailure({ resource, snapshot: { error, value } }: Props) {
  if (!error) return null;
  const isMissing = error.details.status === 404;
  return (
    <div>
      <div className="note" role="status">
        <Icon name="warn" />
        <div>{t(isMissing ? 'config.notThere' : value ? 'config.notReadAgain' : 'config.notRead')}</div>
        <button type="button" className="o end" onClick={() => refresh(resource)}>
          {t('common.retry')}
        </button>
      </div>
    </div>
  );
}
