import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { type DeviceFacts, fallbackProduct } from '../../data/facts';
import { plantNowMs } from '../../data/plant-clock';
import type { Session } from '../../data/session';
import { useNowMs } from '../../data/ticker';
import { receivedBytes } from '../../data/traffic';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { runningBuild } from '../build-check';
import { LanguageSelect } from '../controls/LanguageSelect';
import { LowTrafficSwitch } from '../controls/LowTrafficSwitch';
import { browserZone, isSameClock } from './plant-day';
import { useEscape } from './use-escape';
import './user-menu.css';

interface Props {
  readonly session: Session;
  readonly device: DeviceFacts | undefined;
  readonly zone: string;
}

/** The user who is logged in, the settings of this browser (language, low-traffic mode), the software version and the time zone. */
export function UserMenu({ session, device, zone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = useCallback(() => setOpen(false), []);
  useEscape(isOpen, close, button);
  useDismissal(isOpen, close, area);
  return (
    <div className="usr" ref={area}>
      <button
        ref={button}
        type="button"
        className="q"
        // The accessible name contains both texts of the button, so that voice control finds it by either.
        aria-label={t('userMenu.label', { name: `${session.name}, ${initials(session.name)}` })}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="only-l">{session.name}</span>
        <span className="only-s">{initials(session.name)}</span>
      </button>
      <div className="usr-panel" id={panelId} hidden={!isOpen}>
        {isOpen && <Panel session={session} device={device} zone={zone} />}
      </div>
    </div>
  );
}

function Panel({ session, device, zone }: Props) {
  return (
    <>
      <div>
        <b>{session.name}</b>
        <small>{t('userMenu.signedIn', { user: session.user, role: t(`role.${session.role}`) })}</small>
      </div>
      <LanguageSelect />
      <div>
        <LowTrafficSwitch />
        <Received />
      </div>
      <Versions device={device} />
      <ZoneNote zone={zone} />
      {device?.isSimulated && <small>{t('userMenu.simulated')}</small>}
    </>
  );
}

function Received() {
  useNowMs();
  return <small>{t('userMenu.received', { bytes: formatBytes(receivedBytes()) })}</small>;
}

function Versions({ device }: { readonly device: DeviceFacts | undefined }) {
  const build = runningBuild();
  return (
    <dl>
      {build && (
        <div>
          <dt>{t('userMenu.console')}</dt>
          <dd>{t('userMenu.build', { build })}</dd>
        </div>
      )}
      {device?.version && (
        <div>
          <dt>{t('userMenu.datalogger')}</dt>
          <dd>
            {device.product ?? fallbackProduct} {device.version}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** All times are those of the plant. This note appears when the clock of this device shows another time. */
function ZoneNote({ zone }: { readonly zone: string }) {
  const device = browserZone();
  if (isSameClock(zone, device, plantNowMs() / 1000)) return null;
  return <small>{t('userMenu.zone', { plant: zone, device })}</small>;
}

/** First letters of the first and the last word: "M. Ferrara" -> "MF". A single word gives its first two letters. */
export function initials(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [];
  const letters = last
    ? [...first].slice(0, 1).concat([...last].slice(0, 1))
    : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toUpperCase();
}

/** In kilobytes (1,000 bytes), or in megabytes from 1,000,000 bytes on. */
function formatBytes(bytes: number): string {
  return bytes < 1e6 ? formatQuantity(bytes / 1e3, 0, 'kB') : formatQuantity(bytes / 1e6, 1, 'MB');
}

/** Closes a popup when the user presses outside it or the focus leaves it. */
function useDismissal(isOpen: boolean, close: () => void, area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen, close, area]);
}
