import type { ConfigKind } from '../../../../contract/config/kinds';
import type { Cause } from '../../../data/field-bus';
import { t, textWith } from '../../../i18n/translate';
import type { WordKey } from '../../../i18n/words';

/** "eccezione 6", "nessuna risposta in tempo": why something did not answer. */
export const causeWords = ({ cause, code }: Cause): string =>
  textWith({ code: code ?? '' }, 'deviceField', 'cause', cause) ?? cause;

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
