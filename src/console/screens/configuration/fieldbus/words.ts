import type { ConfigKind } from '../../../../contract/config/kinds';
import type { BusDevice, Cause, LinePlace } from '../../../data/field-bus';
import { formatList, formatTime } from '../../../i18n/format';
import { t, textOf, textWith } from '../../../i18n/translate';
import type { WordKey } from '../../../i18n/words';

/** "eccezione 6", "nessuna risposta in tempo": why something did not answer. */
export const causeWords = ({ cause, code }: Cause): string =>
  textWith({ code: code ?? '' }, 'busCause', cause) ?? cause;

/** The address of a line; a serial port by the end of its path, which is what differs. */
export const lineWords = ({ host, port, speed }: LinePlace): string =>
  speed ? host.replace(/^.*\//, '') : `${host}:${port}`;

/** Since when models of its chain may be missing, and what is not read without them; null for a whole chain. */
export function cutWords({ incomplete }: Pick<BusDevice, 'incomplete'>, zone: string): string | null {
  if (incomplete === null) return null;
  const { sinceS } = incomplete;
  const since = `${formatTime(sinceS, zone, 'date')} ${formatTime(sinceS, zone, 'minute')}`;
  const parts = formatList(incomplete.missing.map(part => textOf('bus', 'missingPart', part) ?? part));
  return parts === '' ? t('bus.cut', { since }) : t('bus.cutWithout', { since, parts });
}

const kinds: Readonly<Record<ConfigKind, WordKey>> = {
  inverters: 'menu.inverters',
  'box-stringhe': 'menu.stringControllers',
  contatori: 'menu.energyMeters',
  sensori: 'menu.sensors',
  'protezioni-interfaccia': 'menu.interfaceProtections',
  'digital-signals': 'menu.digitalSignals',
  'moduli-io': 'deviceGroup.inputModules',
  trackers: 'menu.trackers',
  cci: 'menu.centralController',
};

/** The menu's name for a kind of device; the kind itself where the console does not know it. */
export const kindWords = (kind: string): string =>
  Object.hasOwn(kinds, kind) ? t(kinds[kind as ConfigKind]) : kind;
