import { refresh } from '../data/poll';
import type { Resource, Snapshot } from '../data/resource';
import { t } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import { NotProvided } from '../ui/NotProvided';

interface Props {
  readonly resource: Resource<unknown>;
  readonly snapshot: Snapshot<unknown>;
}

/** Reports what could not be read or refreshed; another datalogger may not have it at all. */
export function ReadFailure({ resource, snapshot: { error, value } }: Props) {
  if (!error) return null;
  if (error.isNotProvided && !value) return <NotProvided path={error.details.path ?? ''} />;
  return (
    <div>
      <div className="note" role="status">
        <Icon name="warn" />
        <div>{t(value ? 'config.notReadAgain' : 'config.notRead')}</div>
        <button type="button" className="o end" onClick={() => refresh(resource)}>
          {t('common.retry')}
        </button>
      </div>
    </div>
  );
}
