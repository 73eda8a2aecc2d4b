import { sensorKinds } from '../../../contract/codes';
import type { ConfigKind, RecordOf } from '../../../contract/config/kinds';
import type { PlantSetup } from '../source';

/** The least and the most that a point can be, in its unit. */
export type Range = readonly [least: number, most: number];

/** What the limits of a device take from the rest of the plant. */
export interface PlantRatings {
  /** kW of all configured inverters, and at least the AC power of the plant's data: while a plant is set up, not all are there. */
  readonly ratedKw: number;
  /** Nominal line voltage at the point of delivery, V; 0 where it is not configured. */
  readonly gridVolt: number;
}

export const ratingsOf = ({ configuration, gridVoltage, ratedKw }: PlantSetup): PlantRatings => ({
  ratedKw: Math.max(
    ratedKw ?? 0,
    configuration.inverters.reduce((sum, { pn }) => sum + pn, 0),
  ),
  gridVolt: gridVoltage ?? 0,
});

/** The limit of a point: what it is for a record, and where its numbers come from. */
export interface Limit<K extends ConfigKind> {
  of(record: RecordOf<K>, plant: PlantRatings): Range;
  readonly from: string;
}
export type Limits<K extends ConfigKind> = Readonly<Record<string, Limit<K>>>;

const upTo = (most: number): Range => [0, most];
const within = (most: number): Range => [-most, most];
/** A limit that is the same for every record. */
const fixed = (range: Range, from: string): Limit<ConfigKind> => ({ of: () => range, from });

const hours = { day: 25, lifetime: 40 * 8766 } as const;
/** Of code words: 32 bits without sign. */
const code = fixed(upTo(0xffff_ffff), 'a code of at most 32 bits');
/** A voltmeter gives 0 where there is none; in Europe and America the mains have 50 or 60 Hz. */
const mains = fixed(
  [40, 70],
  '50 and 60 Hz networks; no protection lets a plant feed outside (EN 50549: 47 to 52 Hz)',
);
const isOff = (value: number) => value === 0;

/** Points whose 0 says that there is no voltage, whatever their limit. */
export const mayBeOff: Readonly<Record<string, (value: number) => boolean>> = { fac: isOff, f: isOff };

/** V; low-voltage equipment ends at 1000 V (Directive 2014/35/EU), and a swell of half as much again is measured. */
const lowVolt = 1500;
/** An inverter gives at most its apparent power, a tenth above the rated active one (domain brief, 1.1). */
const overload = 1.1;
/** Light behind edges of clouds passes that of a clear sky by up to this factor for minutes. */
const cloudEdge = 1.3;

const inverterVolt = fixed([0, lowVolt], 'low-voltage equipment, 1000 V (2014/35/EU), and a swell of 50 %');
const inverterCurrent: Limit<'inverters'> = {
  of: ({ pn }) => [-1, 1 + (3 * overload * pn * 1000) / (Math.sqrt(3) * 230)],
  from: 'apparent power at 230 V between lines, and three times as much while a fault is passed (EN 50549: k factor)',
};
const temperature = fixed([-50, 150], 'power electronics: -40 to 125 °C at the junction, and a margin');

const inverter: Limits<'inverters'> = {
  pac: {
    of: ({ pn }) => [-0.05 * pn - 0.5, overload * pn],
    from: 'rated power of the record: apparent power 110 %; own consumption by night below 5 %',
  },
  qac: { of: ({ pn }) => within(overload * pn), from: 'apparent power, 110 % of the rated power' },
  sac: {
    of: ({ pn }) => upTo(1.2 * overload * pn),
    from: 'apparent power, with the tolerance of a measurement',
  },
  uab: inverterVolt,
  ubc: inverterVolt,
  uca: inverterVolt,
  ia: inverterCurrent,
  ib: inverterCurrent,
  ic: inverterCurrent,
  fac: mains,
  pdc: {
    of: ({ pn, kwp }) => [-0.05 * pn - 0.5, Math.max(1.5 * pn, cloudEdge * kwp)],
    from: 'the modules at the edge of a cloud, 130 % of their peak power, or 150 % of the rated power (domain brief, 1.1)',
  },
  udc: {
    of: ({ udc_max }) => [-0.05 * udc_max, 1.2 * udc_max],
    from: 'highest input voltage of the record, which destroys the input 20 % above',
  },
  idc: {
    of: ({ pn, kwp, udc_max }) => [-10, 10 + (Math.max(1.5 * pn, cloudEdge * kwp) * 1000) / (0.15 * udc_max)],
    from: 'the greatest DC power at 15 % of the highest voltage, where inverters start',
  },
  tcab: temperature,
  tsnk: temperature,
  tlim: temperature,
  riso: fixed(upTo(100_000), 'insulation meters end at 20 to 60 MΩ'),
  plim: fixed([-1, 200], 'a limit in % of the rated power; controls take up to 200 % as "none"'),
  plimsrc: code,
  evt: code,
  eday: {
    of: ({ pn }) => upTo(overload * pn * hours.day),
    from: 'apparent power for the 25 hours of the longest day',
  },
  etot: {
    of: ({ pn }) => upTo(Math.max(1e7, overload * pn * hours.lifetime)),
    from: 'apparent power for 40 years, and 10 GWh of a device that was in another plant',
  },
  ore: fixed(upTo(hours.lifetime), '40 years'),
};

const inputCurrent: Limit<'inverters'> = {
  of: ({ kwp }) => [-30, 30 + (cloudEdge * kwp * 1000) / 150],
  from: 'all modules of the inverter on one input at 150 V',
};
const mppt: Limits<'inverters'> = {
  u: { of: ({ udc_max }) => [-0.05 * udc_max, 1.2 * udc_max], from: 'highest input voltage of the record' },
  i: inputCurrent,
  p: {
    of: ({ kwp }) => [-0.05 * kwp - 0.5, cloudEdge * kwp],
    from: 'all modules of the inverter on one input',
  },
  s1: inputCurrent,
  s2: inputCurrent,
  s3: inputCurrent,
  s4: inputCurrent,
};

/** A; the largest modules (210 mm cells) have a short-circuit current of 20 A (domain brief, 1.2: 1 to 25 A). */
const shortCircuit = 25;
/** V; open-circuit voltage of the largest module, and a quarter more at -40 °C (domain brief, 1.2: 10 to 80 V). */
const coldModule = 1.25 * 80;
const stringhe: Limits<'box-stringhe'> = {
  i: {
    of: ({ stringhe_ingresso }) => within(cloudEdge * shortCircuit * stringhe_ingresso),
    from: 'short-circuit current of 25 A for each string of the input; reversed, that of its neighbours',
  },
  u: {
    of: ({ moduli }) => [-50, Math.min(1650, Math.max(200, coldModule * moduli))],
    from: 'open-circuit voltage of the modules in a row when cold, and 1500 V plants (IEC 62548) with a tenth more',
  },
  tbox: fixed([-50, 150], 'sensors in boxes end at 125 °C'),
  evt: code,
};

const angle: Limit<ConfigKind> = fixed(within(90), 'beyond 90° modules look at the ground');
const tracker: Limits<'trackers'> = {
  ang: angle,
  tgt: angle,
  imot: fixed(within(100), 'motors of trackers take below 10 A (domain brief, 1.3)'),
  soc: fixed([0, 105], 'a state of charge, and the overshoot of its estimate'),
  vento: fixed(upTo(90), 'cup and ultrasonic anemometers end at 60 to 90 m/s'),
};

/** By how much more than the plant can give a meter is believed where its own greatest power is not configured. */
export const unknownMeterFactor = 1.5;
/** What a site may take is not bounded by its plant: this times its power, and at least 1 MW. */
const unknownSite = { factor: 10, leastKw: 1000 } as const;

/** kW that pass a meter at most: of the record, else from the plant for production, and far more where a site consumes. */
export function meterKw(
  { potenza_max, ruolo }: Pick<RecordOf<'contatori'>, 'potenza_max' | 'ruolo'>,
  { ratedKw }: PlantRatings,
): number {
  if (potenza_max !== null) return 1.2 * potenza_max;
  if (ratedKw === 0) return Number.POSITIVE_INFINITY;
  if (ruolo === 'produzione') return unknownMeterFactor * ratedKw;
  return Math.max(unknownSite.leastKw, unknownSite.factor * ratedKw);
}

/** What passes a production meter towards the plant: transformer, stand-by of inverters, trackers, ventilation. */
const ownUse = { share: 0.05, leastKw: 5 } as const;

/** kW that a meter can count as taken from the grid. */
export function takenKw(
  meter: Pick<RecordOf<'contatori'>, 'potenza_max' | 'ruolo'>,
  plant: PlantRatings,
): number {
  const most = meterKw(meter, plant);
  const own = Math.max(ownUse.leastKw, ownUse.share * plant.ratedKw);
  return meter.ruolo === 'produzione' && plant.ratedKw > 0 ? Math.min(most, own) : most;
}

/** What a site exports is made by its plant, and by no more than as much again beside it. */
const exportFactor = 2;
const meterActive: Limit<'contatori'> = {
  of: (record, plant) => {
    const most = meterKw(record, plant);
    const ofPlant = exportFactor * plant.ratedKw;
    const isOfPlant = record.ruolo === 'scambio' && record.potenza_max === null && ofPlant > 0;
    const exported = isOfPlant ? Math.min(most, ofPlant) : most;
    const taken = takenKw(record, plant);
    // As the meter says it, before signs are corrected (processing/meters.ts).
    return record.segno_p * (record.inverti ? -1 : 1) > 0 ? [-taken, exported] : [-exported, taken];
  },
  from: 'as of meterPower; an exchange meter without it gives at most twice the plant to the grid, and a production meter takes 5 % of the plant or 5 kW',
};
const meterPower: Limit<'contatori'> = {
  of: (record, plant) => within(meterKw(record, plant)),
  from: 'greatest power of the record (its current transformers) and 20 %; 150 % of the plant for production; ten times the plant where a site consumes',
};
const meterVolt: Limit<'contatori'> = {
  of: ({ tv_primario }, { gridVolt }) => upTo(1.5 * Math.max(tv_primario, gridVolt, 1000)),
  from: 'the highest of voltage transformers, mains and low voltage (1000 V), and a swell of 50 %',
};
const meterCurrent: Limit<'contatori'> = {
  of: (record, plant) => within((2 * meterKw(record, plant) * 1000) / 230),
  from: 'greatest power of the meter on one phase of 230 V at a power factor of 0.5',
};
const lifetimeOfMeter: Limit<'contatori'> = {
  of: (record, plant) => upTo(Math.max(1e8, meterKw(record, plant) * hours.lifetime)),
  from: 'greatest power of the meter for 40 years, and 100 GWh of one that was elsewhere',
};
const contatori: Limits<'contatori'> = {
  ua: meterVolt,
  ub: meterVolt,
  uc: meterVolt,
  uab: meterVolt,
  ubc: meterVolt,
  uca: meterVolt,
  ia: meterCurrent,
  ib: meterCurrent,
  ic: meterCurrent,
  p: meterActive,
  qac: meterPower,
  picco: meterPower,
  s: {
    of: (record, plant) => upTo(1.5 * meterKw(record, plant)),
    from: 'active and reactive power together',
  },
  f: mains,
  e_imm: lifetimeOfMeter,
  e_prel: lifetimeOfMeter,
  er1: lifetimeOfMeter,
  er2: lifetimeOfMeter,
  er3: lifetimeOfMeter,
  er4: lifetimeOfMeter,
  eday: {
    of: (record, plant) => upTo(meterKw(record, plant) * hours.day),
    from: 'greatest power of the meter for the 25 hours of the longest day',
  },
};

const ofKind = new Map<string, Range>(sensorKinds.map(([kind, , , least, most]) => [kind, [least, most]]));
/** The value of a sensor after its scaling, gain and offset. */
export const sensorRange = ({ tipo, limite_basso, limite_alto }: RecordOf<'sensori'>): Range => {
  const [least, most] = ofKind.get(tipo) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [limite_basso ?? least, limite_alto ?? most];
};

const percent = fixed([-10, 400], 'shares of the nominal voltage: a measurement ends at four times it');
const spiVolt: Limit<'protezioni-interfaccia'> = {
  of: ({ un }) => upTo(4 * un),
  from: 'inputs of protection relays end at four times the nominal voltage',
};
const spi: Limits<'protezioni-interfaccia'> = {
  uab: spiVolt,
  ubc: spiVolt,
  uca: spiVolt,
  u10: percent,
  v0: percent,
  vd: percent,
  vi: percent,
  f: mains,
  dfdt: fixed(within(100), 'relays end at 10 Hz/s; steps of phase give more for a cycle'),
  avviate: code,
  intervento: code,
  scatti: code,
};

const controllerPower: Limit<'cci'> = {
  of: ({ pimm, pass, smax }) => within(1.5 * Math.max(pimm, pass, smax, 1)),
  from: 'greatest powers of the record (CEI 0-16, Annex O), and half as much again',
};
const cci: Limits<'cci'> = {
  p: controllerPower,
  qac: controllerPower,
  u: {
    of: (_, { gridVolt }) => upTo(gridVolt > 0 ? (4 * gridVolt) / 1000 : 1000),
    from: 'four times the nominal voltage at the point of delivery',
  },
  plim: fixed([-1, 200], 'a share'),
  psp: fixed([-1, 200], 'a share'),
  qsp: fixed(within(200), 'a share'),
  fsp: fixed(within(1.001), 'a power factor'),
  cosphi: fixed(within(1.001), 'a power factor'),
};

const contact: Limits<'digital-signals'> = { raw: fixed(upTo(1), 'a contact is open or closed') };

/**
 * What is physically possible of each device: point by point, by the record that configures it. One table; a point that is not in it is
 * bounded by nothing but being finite. The signal of a sensor is bounded by `sensorRange`, after its scaling.
 */
export const limitsOfGroup = { inverter, mppt, stringhe, tracker, contatori, spi, cci, di: contact } as const;
