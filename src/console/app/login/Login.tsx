import { type ReactNode, useEffect, useState } from 'react';
import { firstStart } from '../../data/first-start';
import { useLowTraffic, useSlowLine } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { t, useLanguage } from '../../i18n/translate';
import type { Part } from '../../i18n/words';
import { Icon } from '../../ui/Icon';
import { fetchAhead } from '../../ui/Lazy';
import { offerLanguages } from '../language';
import { fetchScreen, routeOf } from '../routes';
import { enter, nextPlace, returnPlace } from '../session-flow';
import { LoginArea } from './LoginArea';
import type { Typed } from './typed';

/** What opens after the login: this chunk contains the shell of every screen and the figures of the dashboard. */
export const loadShell = () => import('../Shell').then(module => module.Shell);
export const shellParts: readonly Part[] = ['shell'];

/** The login area with data of the datalogger: first start, the reason for the login, the speed of the connection. */
export function Login({ typed }: { readonly typed?: Typed | undefined }) {
  const language = useLanguage();
  const first = useResource(firstStart);
  const isLow = useLowTraffic();
  const isSlow = useSlowLine();
  useEffect(() => offerLanguages(first.value?.added), [first.value]);
  const [hour] = useState(() => new Date().getHours() + new Date().getMinutes() / 60);

  useEffect(() => void fetchNextPlace(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  useEffect(() => {
    document.title = `${t('login.title')} – Meridiana`;
  }, [language]);

  return (
    <LoginArea
      reason={<Reason />}
      typed={typed}
      enter={enter}
      firstStart={first.value?.state ?? 'no'}
      hour={hour}
      isLineSlow={isSlow && !isLow}
    />
  );
}

/** Why the user has to log in, and which page opens after the login. */
function Reason() {
  const place = returnPlace();
  const isToldSo = new URLSearchParams(location.search).get('isSessioneExp') === 'true';
  if (!isToldSo && !place?.hadSession) return null;
  const name = place ? t(routeOf(place.path).title) : '';
  if (place?.isEnded) return <Note>{t('login.ended')}</Note>;
  const isExpired = !place || place.hadSession;
  const text = isExpired
    ? t(name ? 'login.expiredReturn' : 'login.expired', { place: name })
    : t(name ? 'login.needed' : 'login.neededShort', { place: name });
  return (
    <Note>
      <b>{t(isExpired ? 'login.expiredTitle' : 'login.neededTitle')}</b>
      <br />
      {text}
    </Note>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <div className="note" role="alert">
      <Icon name="clock" />
      <div>{children}</div>
    </div>
  );
}

/** Fetches in several steps everything that the screen after the login needs, while the user types and the connection is idle. */
async function fetchNextPlace(): Promise<void> {
  const path = nextPlace();
  try {
    await Promise.all([fetchAhead(loadShell, shellParts), fetchScreen(path)]);
    const module = await routeOf(path).load?.();
    await module?.fetchRest?.();
    const { fetchFrame } = await import('../Shell');
    await fetchFrame();
  } catch {
    // The screen fetches it again when it opens, and reports the failure.
  }
}
