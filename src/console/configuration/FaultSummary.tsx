import { useEffect, useRef } from 'react';
import { controlId } from '../form/Field';
import type { Form } from '../form/use-form';
import { faultWords, labelOf } from '../form/words';
import { t } from '../i18n/translate';
import { Icon } from '../ui/Icon';

interface Props {
  readonly form: Form;
  /** Number of attempts to save: each failed attempt moves the focus here. */
  readonly tries: number;
}

/** The list of faults that prevent saving; each entry is a link to its field. */
export function FaultSummary({ form, tries }: Props) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) note.current?.focus();
  }, [tries]);
  if (!form.showsAll || form.faults.size === 0) return null;
  return (
    <div className="note err" role="alert" tabIndex={-1} ref={note}>
      <Icon name="warn" />
      <div>
        <b>{t('config.toFix', { count: form.faults.size })}</b>
        <ul>
          {[...form.faults].map(([path, fault]) => (
            <li key={path}>
              <button
                type="button"
                className="lnk"
                onClick={() => document.getElementById(controlId(form, path))?.focus()}
              >
                {labelOf(form, path)}
              </button>
              : {faultWords(form, path, fault)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
