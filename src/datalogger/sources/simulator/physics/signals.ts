import type { inputKinds } from '../../../../contract/codes';

/** What a digital input is wired to. `level` names the condition of the plant that drives it. */
export interface DigitalSignal {
  readonly name: string;
  readonly kind: (typeof inputKinds)[number];
  readonly level: SignalLevel;
  /** The contact is closed at rest, so that a cut wire is noticed. */
  readonly isNormallyClosed: boolean;
  /** Whether every transformer cabin has its own. */
  readonly isPerCabin: boolean;
}

export type SignalLevel =
  | 'ddiOpen'
  | 'mainOpen'
  | 'generatorOpen'
  | 'protectionTripped'
  | 'remoteTrip'
  | 'mainsLost'
  | 'upsMainsLost'
  | 'upsBatteryLow'
  | 'transformerWarm'
  | 'doorOpen'
  | 'localControl'
  | 'ventilationOn'
  /** Nothing in this plant activates it. */
  | 'never';

const signal = (
  name: string,
  kind: DigitalSignal['kind'],
  level: SignalLevel,
  { closed = false, perCabin = false }: { closed?: boolean; perCabin?: boolean } = {},
): DigitalSignal => ({ name, kind, level, isNormallyClosed: closed, isPerCabin: perCabin });

/** The digital inputs of a plant (domain brief, 1.6), the most important ones first. A small plant has only the first ones. */
export const digitalSignals: readonly DigitalSignal[] = [
  signal('Dispositivo di interfaccia', 'interfaceOpen', 'ddiOpen'),
  signal('Dispositivo generale', 'mainOpen', 'mainOpen'),
  signal('Intervento protezione interfaccia', 'interfaceTripped', 'protectionTripped'),
  signal('Mancanza rete', 'mainsLost', 'mainsLost'),
  signal('UPS mancanza rete', 'upsMainsLost', 'upsMainsLost'),
  signal('UPS batteria scarica', 'upsBatteryLow', 'upsBatteryLow', { closed: true }),
  signal('Porta cabina', 'doorOpen', 'doorOpen', { perCabin: true }),
  signal('Arresto di emergenza', 'emergencyStop', 'never', { closed: true, perCabin: true }),
  signal('Dispositivo di generatore', 'generatorOpen', 'generatorOpen'),
  signal('Scatto protezione generale', 'mainTripped', 'never'),
  signal('Telescatto', 'remoteTrip', 'remoteTrip'),
  signal('Selettore di comando', 'localControl', 'localControl', { perCabin: true }),
  signal('Temperatura trafo, allarme', 'transformerWarm', 'transformerWarm', {
    closed: true,
    perCabin: true,
  }),
  signal('Temperatura trafo, scatto', 'transformerHot', 'never', { closed: true, perCabin: true }),
  signal('Livello olio trafo', 'transformerOil', 'never', { closed: true, perCabin: true }),
  signal('Buchholz', 'transformerOil', 'never', { closed: true, perCabin: true }),
  signal('Scaricatore CA', 'surgeAc', 'never', { closed: true, perCabin: true }),
  signal('Scaricatore CC', 'surgeDc', 'never', { closed: true, perCabin: true }),
  signal('Rilevazione fumi', 'smoke', 'never', { closed: true, perCabin: true }),
  signal('Intrusione cabina', 'intrusion', 'never', { closed: true, perCabin: true }),
  signal('Intrusione campo nord', 'intrusion', 'never', { closed: true }),
  signal('Intrusione campo sud', 'intrusion', 'never', { closed: true }),
  signal('Allagamento', 'flood', 'never', { perCabin: true }),
  signal('Ventilazione', 'ventilation', 'ventilationOn', { perCabin: true }),
];
