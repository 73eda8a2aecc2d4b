import { useState } from 'react';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import type { FieldSpec } from './form-spec';

interface Props {
  readonly field: FieldSpec;
  /** What is wrong with the value, as text. */
  readonly fault: string | null;
}

export function LoginField({ field, fault }: Props) {
  const [isShown, setShown] = useState(false);
  const id = `login-${field.name}`;
  const described = [field.hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const input = (
    <input
      id={id}
      name={field.name}
      type={field.isPassword && !isShown ? 'password' : 'text'}
      autoComplete={field.autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      {...(fault ? { 'aria-invalid': true } : {})}
      {...(described ? { 'aria-describedby': described } : {})}
    />
  );
  return (
    <div className="fld">
      <label htmlFor={id}>{t(field.label)}</label>
      {field.isPassword ? (
        <span className="unit">
          {input}
          <button type="button" className="o" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'login.hide' : 'first.show')}
          </button>
        </span>
      ) : (
        input
      )}
      {field.hint && <small id={`${id}-hint`}>{t(field.hint)}</small>}
      {fault && (
        <span className="err" id={`${id}-fault`}>
          <Icon name="warn" /> {fault}
        </span>
      )}
    </div>
  );
}
