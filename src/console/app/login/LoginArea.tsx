import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { FirstStart } from '../../data/first-start';
import { t, useLanguage } from '../../i18n/translate';
import type { WordKey } from '../../i18n/words';
import { Icon } from '../../ui/Icon';
import { LanguageSelect } from '../controls/LanguageSelect';
import { LowTrafficSwitch } from '../controls/LowTrafficSwitch';
import { ThemeSwitch } from '../controls/ThemeSwitch';
import { firstStartForm, resetForm, signInForm } from './forms';
import { LoginForm } from './LoginForm';
import { Sundial } from './Sundial';
import type { Typed } from './typed';

type Mode = 'signIn' | 'firstStart' | 'reset';

interface Props {
  /** Why the user has to log in; shown above the fields. */
  readonly reason?: ReactNode;
  readonly typed?: Typed | undefined;
  /** Stores a token; returns false when it is not valid. */
  readonly enter: (token: string) => boolean;
  readonly firstStart: FirstStart;
  /** Hours since midnight on this device; null until the script has run. */
  readonly hour: number | null;
  /** Whether the connection was measured as slow while low-traffic mode is off. */
  readonly isLineSlow?: boolean;
}

/** /auth and the addresses below it. This page neither shows nor knows anything about the plant. */
export function LoginArea({ reason, typed, enter, firstStart, hour, isLineSlow = false }: Props) {
  useLanguage();
  const [mode, setMode] = useState<Mode>('signIn');
  const [done, setDone] = useState<{ readonly message: WordKey; readonly user: string } | null>(null);
  useEffect(() => setMode(firstStart === 'no' ? 'signIn' : 'firstStart'), [firstStart]);

  const form = useMemo(() => {
    const back = (message: WordKey, user = '') => {
      setDone({ message, user });
      setMode('signIn');
    };
    if (mode === 'firstStart') {
      return firstStartForm(
        firstStart === 'with-code',
        user => back('login.created', user),
        () => back('login.taken'),
      );
    }
    if (mode === 'reset') return resetForm(user => back('login.resetDone', user));
    return signInForm(enter);
  }, [mode, enter, firstStart]);

  const isSignIn = mode === 'signIn';
  const notice = done ? <Note icon="check">{t(done.message)}</Note> : reason;
  return (
    <main className="lg big">
      <section className="lga">
        <div className="brand">
          <Icon name="logo" />
          Meridiana
        </div>
        <Sundial hour={hour} />
        <span />
      </section>
      <section className="lgf">
        <div className="row">
          <LanguageSelect />
          <ThemeSwitch />
        </div>
        <div className="lgc">
          <LoginForm
            key={mode}
            form={form}
            notice={isSignIn && notice}
            typed={isSignIn ? typed : undefined}
            user={isSignIn ? done?.user : undefined}
          />
          {isSignIn && <p className="u">{t('first.forgotten')}</p>}
          {mode !== 'firstStart' && (
            <button type="button" className="lnk" onClick={() => setMode(isSignIn ? 'reset' : 'signIn')}>
              {t(isSignIn ? 'first.haveCode' : 'login.back')}
            </button>
          )}
        </div>
        <div className="lgv">
          {isLineSlow && <Note icon="clock">{t('login.slowLine')}</Note>}
          <LowTrafficSwitch />
        </div>
      </section>
    </main>
  );
}

function Note({ icon, children }: { readonly icon: 'check' | 'clock'; readonly children: ReactNode }) {
  return (
    <p className="note" role="status">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}
