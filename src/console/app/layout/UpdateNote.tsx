import { useState } from 'react';
import { hasUnsaved } from '../../browser/unsaved';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { useNewBuild } from '../build-check';

/** After an upgrade of the console: offers to reload the page, and waits for unsaved work. Its parent is a live region. */
export function UpdateNote() {
  const isNew = useNewBuild();
  const [isRefused, setRefused] = useState(false);
  if (!isNew) return null;
  const reload = () => {
    if (hasUnsaved()) setRefused(true);
    else location.reload();
  };
  return (
    <div className="note strip">
      <Icon name="down" />
      <span>{t(isRefused ? 'build.unsaved' : 'build.available')}</span>
      <button type="button" className="o end" onClick={reload}>
        {t('build.reload')}
      </button>
    </div>
  );
}
