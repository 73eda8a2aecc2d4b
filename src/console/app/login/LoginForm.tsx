import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { nowMs } from '../../data/monotonic';
import { useCountdown } from '../../data/ticker';
import { t } from '../../i18n/translate';
import type { WordKey } from '../../i18n/words';
import { Icon } from '../../ui/Icon';
import type { Typed } from './typed';

export type FormValues = Readonly<Record<string, string>>;

/** What went wrong: in one field, or in the whole form. */
export interface Fault {
  readonly field?: string;
  readonly message: WordKey;
  /** Seconds until the next attempt is allowed, counted down on the button. */
  readonly waitS?: number;
  /** Name of the field to clear and focus. */
  readonly retype?: string;
}

export interface FieldSpec {
  readonly name: string;
  readonly label: WordKey;
  readonly isPassword?: boolean;
  readonly autoComplete: string;
  readonly hint?: WordKey;
  /** The fault of a value; null when it is valid. */
  readonly check: (value: string, values: FormValues) => WordKey | null;
}

/** One form of the login area. */
export interface FormSpec {
  readonly title: WordKey;
  readonly intro?: WordKey;
  readonly fields: readonly FieldSpec[];
  readonly submit: WordKey;
  readonly busy: WordKey;
  /** Sends the values. Resolves to null on success. Never rejects. */
  readonly send: (values: FormValues) => Promise<Fault | null>;
}

/** The first fault among the fields, in the order of the form. */
function firstFault({ fields }: FormSpec, values: FormValues): Fault | null {
  for (const field of fields) {
    const message = field.check(values[field.name] ?? '', values);
    if (message) return { field: field.name, message };
  }
  return null;
}

interface Props {
  readonly form: FormSpec;
  /** Why the user has to log in; shown above the fields. */
  readonly notice?: ReactNode;
  /** What the user typed into the form before the script was loaded. */
  readonly typed?: Typed | undefined;
  /** The user name that the form begins with. */
  readonly user?: string | undefined;
}

/** The inputs are uncontrolled: the typed text is in the DOM and stays there at every render. */
export function LoginForm({ form, notice, typed, user }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wait = useWait();

  useLayoutEffect(() => {
    if (element.current && typed) typed.restore(element.current);
  }, [typed]);

  const fail = (found: Fault) => {
    setFault(found);
    if (found.waitS) wait.start(found.waitS);
    const name = found.field ?? found.retype;
    const input = name ? inputOf(element.current, name) : null;
    if (input && found.retype) input.value = '';
    input?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Not for the script of the page, which keeps what is sent before the application is there.
    event.stopPropagation();
    if (isBusy || wait.leftS > 0) return;
    const values = valuesOf(element.current, form);
    const found = firstFault(form, values);
    if (found) return fail(found);
    setFault(null);
    setBusy(true);
    const refused = await form.send(values);
    setBusy(false);
    if (refused) fail(refused);
  };

  // The message that asks the user to wait disappears when the wait is over.
  const general = fault && !fault.field && !(fault.waitS && wait.leftS === 0) ? fault : null;
  const waiting = wait.leftS > 0 ? t('login.throttledShort', { count: wait.leftS }) : null;
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <h1>{t(form.title)}</h1>
      {notice}
      {form.intro && <p className="u">{t(form.intro)}</p>}
      {form.fields.map(field => (
        <LoginField
          key={field.name}
          field={field}
          initial={field.name === 'user' ? user : undefined}
          fault={fault?.field === field.name ? t(fault.message) : null}
        />
      ))}
      <button type="submit" aria-busy={isBusy} aria-disabled={waiting !== null}>
        {isBusy ? t(form.busy) : (waiting ?? t(form.submit))}
      </button>
      <div role="alert">
        {general && (
          <p className="note err">
            <Icon name="warn" />
            <span>{t(general.message, { count: wait.leftS })}</span>
          </p>
        )}
      </div>
    </form>
  );
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : null;
}

function valuesOf(element: HTMLFormElement | null, { fields }: FormSpec): FormValues {
  return Object.fromEntries(fields.map(({ name }) => [name, inputOf(element, name)?.value ?? '']));
}

/** A countdown in whole seconds; 0 when none is running. */
function useWait(): { readonly leftS: number; readonly start: (seconds: number) => void } {
  const [untilMs, setUntilMs] = useState<number | null>(null);
  const leftS = useCountdown(untilMs);
  return { leftS, start: seconds => setUntilMs(nowMs() + seconds * 1000) };
}

interface LoginFieldProps {
  readonly initial: string | undefined;
  readonly field: FieldSpec;
  /** What is wrong with the value, as text. */
  readonly fault: string | null;
}

function LoginField({ field, initial, fault }: LoginFieldProps) {
  const [isShown, setShown] = useState(false);
  const id = `login-${field.name}`;
  const described = [field.hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const input = (
    <input
      id={id}
      name={field.name}
      defaultValue={initial}
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
