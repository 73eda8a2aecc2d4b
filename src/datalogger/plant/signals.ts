/** What a digital input is wired to. `level` names the condition of the plant that drives it. */
export interface DigitalSignal {
  readonly name: string;
  readonly level: SignalLevel;
  /** Wired so that the contact is closed at rest: a cut wire shows. */
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
  /** Nothing in this plant ever raises it. */
  | 'never';

const signal = (
  name: string,
  level: SignalLevel,
  { closed = false, perCabin = false }: { closed?: boolean; perCabin?: boolean } = {},
): DigitalSignal => ({ name, level, isNormallyClosed: closed, isPerCabin: perCabin });

/** The digital inputs of a plant (domain brief, 1.6), the most telling first: a small plant has only those. */
export const digitalSignals: readonly DigitalSignal[] = [
  signal('Dispositivo di interfaccia aperto', 'ddiOpen'),
  signal('Dispositivo generale aperto', 'mainOpen'),
  signal('Intervento protezione interfaccia', 'protectionTripped'),
  signal('Mancanza rete', 'mainsLost'),
  signal('UPS mancanza rete', 'upsMainsLost'),
  signal('UPS batteria scarica', 'upsBatteryLow', { closed: true }),
  signal('Porta cabina aperta', 'doorOpen', { perCabin: true }),
  signal('Arresto di emergenza', 'never', { closed: true, perCabin: true }),
  signal('Dispositivo di generatore aperto', 'generatorOpen'),
  signal('Scatto protezione generale', 'never'),
  signal('Telescatto', 'remoteTrip'),
  signal('Selettore in locale', 'localControl', { perCabin: true }),
  signal('Temperatura trafo, allarme', 'transformerWarm', { closed: true, perCabin: true }),
  signal('Temperatura trafo, scatto', 'never', { closed: true, perCabin: true }),
  signal('Livello olio trafo', 'never', { closed: true, perCabin: true }),
  signal('Buchholz', 'never', { closed: true, perCabin: true }),
  signal('Scaricatore CA intervenuto', 'never', { closed: true, perCabin: true }),
  signal('Scaricatore CC intervenuto', 'never', { closed: true, perCabin: true }),
  signal('Rilevazione fumi', 'never', { closed: true, perCabin: true }),
  signal('Intrusione cabina', 'never', { closed: true, perCabin: true }),
  signal('Intrusione campo nord', 'never', { closed: true }),
  signal('Intrusione campo sud', 'never', { closed: true }),
  signal('Allagamento', 'never', { perCabin: true }),
  signal('Ventilazione in marcia', 'ventilationOn', { perCabin: true }),
];
