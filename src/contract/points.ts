/**
 * The measures of a plant: group -> point -> [unit, decimals, kind]. Points and units follow the field's usual models
 * (SunSpec for inverters, strings, trackers, meters and weather; CEI 0-16 for interface protection and controller).
 * P > 0 is generated or exported, Q > 0 is capacitive; azimuth 0 is north, 90 east.
 *
 * Kind says what a longer period shows: `mean` a power-like quantity (mean of a slot, maximum of a day), `energy` the
 * energy of the row, `ratio` the row's own ratio, `state` the last code, `count` a running counter.
 */
export type PointKind = 'mean' | 'energy' | 'ratio' | 'state' | 'count';
export type Point = readonly [unit: string, decimals: number, kind: PointKind];

const mean = (unit: string, decimals: number): Point => [unit, decimals, 'mean'];
const state: Point = ['', 0, 'state'];

export const points = {
  impianto: {
    pac: mean('kW', 1),
    pattesa: mean('kW', 1),
    qac: mean('kvar', 1),
    pimm: mean('kW', 1),
    pprel: mean('kW', 1),
    pauto: mean('kW', 1),
    eday: ['kWh', 1, 'energy'],
    emese: ['kWh', 1, 'count'],
    eanno: ['kWh', 0, 'count'],
    etot: ['kWh', 0, 'count'],
    /** Expected energy of the day so far, from the clear plant model at the measured irradiance. */
    eattesa: ['kWh', 1, 'energy'],
    poa: mean('W/m²', 0),
    tmod: mean('°C', 1),
    tamb: mean('°C', 1),
    pr: ['%', 1, 'ratio'],
    disp: ['%', 1, 'ratio'],
    inverter_attivi: state,
  },
  inverter: {
    pac: mean('kW', 1),
    qac: mean('kvar', 1),
    sac: mean('kVA', 1),
    cosphi: mean('', 3),
    uab: mean('V', 1),
    ubc: mean('V', 1),
    uca: mean('V', 1),
    ia: mean('A', 1),
    ib: mean('A', 1),
    ic: mean('A', 1),
    fac: mean('Hz', 2),
    pdc: mean('kW', 1),
    udc: mean('V', 1),
    idc: mean('A', 1),
    eday: ['kWh', 1, 'energy'],
    etot: ['kWh', 0, 'count'],
    tcab: mean('°C', 1),
    tsnk: mean('°C', 1),
    riso: mean('kΩ', 0),
    plim: mean('%', 1),
    plimsrc: state,
    evt: state,
    ore: ['h', 0, 'count'],
    eff: ['%', 1, 'ratio'],
    yday: ['kWh/kWp', 2, 'energy'],
    dev: ['%', 1, 'ratio'],
    pn: ['kW', 1, 'state'],
    kwp: ['kWp', 1, 'state'],
  },
  stringhe: {
    i: mean('A', 2),
    u: mean('V', 1),
    p: mean('kW', 2),
    dev: ['%', 1, 'ratio'],
    classe: state,
    quadro: state,
    inverter: state,
    tbox: mean('°C', 1),
  },
  tracker: {
    ang: mean('°', 1),
    tgt: mean('°', 1),
    err: mean('°', 1),
    modo: state,
    imot: mean('A', 1),
    soc: mean('%', 0),
    vento: mean('m/s', 1),
  },
  contatori: {
    ua: mean('V', 1),
    ub: mean('V', 1),
    uc: mean('V', 1),
    uab: mean('V', 1),
    ubc: mean('V', 1),
    uca: mean('V', 1),
    ia: mean('A', 1),
    ib: mean('A', 1),
    ic: mean('A', 1),
    p: mean('kW', 1),
    q: mean('kvar', 1),
    s: mean('kVA', 1),
    cosphi: mean('', 3),
    f: mean('Hz', 2),
    e_imm: ['kWh', 1, 'count'],
    e_prel: ['kWh', 1, 'count'],
    eday: ['kWh', 1, 'energy'],
    picco: mean('kW', 1),
    ruolo: state,
  },
  sensori: {
    v: mean('', 1),
    tipo: state,
  },
  di: {
    v: state,
    raw: state,
    cambio: ['s', 0, 'state'],
    oggi: ['', 0, 'count'],
  },
  spi: {
    uab: mean('V', 1),
    ubc: mean('V', 1),
    uca: mean('V', 1),
    u10: mean('%', 1),
    v0: mean('%', 1),
    f: mean('Hz', 2),
    dfdt: mean('Hz/s', 2),
    avviate: state,
    scatti: ['', 0, 'count'],
    ddi: state,
    dg: state,
    ddg: state,
    telescatto: state,
    locale: state,
    esterno: state,
  },
  cci: {
    p: mean('kW', 1),
    q: mean('kvar', 1),
    u: mean('kV', 2),
    plim: mean('%', 1),
    psp: mean('%', 1),
    qsp: mean('%', 1),
    cosphi: mean('', 3),
    funzione: state,
    link_a: state,
    link_b: state,
    gps: state,
  },
} as const satisfies Record<string, Record<string, Point>>;

export type Group = keyof typeof points;
export type PointOf<G extends Group> = keyof (typeof points)[G] & string;

export const groups = Object.keys(points) as readonly Group[];

/** Sensor kinds in the order of the `tipo` code: [name, unit, decimals, lowest, highest valid value]. */
export const sensorKinds = [
  ['ghi', 'W/m²', 0, -10, 1600],
  ['poa', 'W/m²', 0, -10, 1600],
  ['rpoa', 'W/m²', 0, -10, 1600],
  ['dhi', 'W/m²', 0, -10, 1600],
  ['tmod', '°C', 1, -40, 100],
  ['tamb', '°C', 1, -40, 60],
  ['ws', 'm/s', 1, 0, 60],
  ['wd', '°', 0, 0, 360],
  ['rh', '%', 0, 0, 100],
  ['pres', 'hPa', 1, 800, 1100],
  ['rain', 'mm', 1, 0, 10000],
  ['snow', 'mm', 0, 0, 2000],
  ['soil', '', 3, 0.5, 1.05],
  ['incl', '°', 1, -90, 90],
] as const;

/** Operating states of an inverter: SunSpec models 101 to 103 `St` (1-based), and our own from 90 on. */
export const inverterStates = {
  off: 1,
  sleeping: 2,
  starting: 3,
  mppt: 4,
  throttled: 5,
  shuttingDown: 6,
  fault: 7,
  standby: 8,
  commLost: 90,
  maintenance: 91,
  disabled: 92,
} as const;

/** A breaker as an IEC 61850 double point. */
export const doublePoint = { intermediate: 0, open: 1, closed: 2, bad: 3 } as const;

export const spiStates = {
  unknown: 0,
  normal: 1,
  starting: 2,
  tripped: 3,
  waiting: 4,
  test: 5,
  fault: 6,
} as const;

export const trackerStates = {
  unknown: 0,
  tracking: 1,
  backtracking: 2,
  manual: 3,
  calibration: 4,
  windStow: 5,
  snowStow: 6,
  hailStow: 7,
  night: 8,
  cleaning: 9,
  fault: 10,
  commLost: 11,
  maintenance: 12,
} as const;

/** Classes of a string by its deviation from its peers (domain: -5, -10, -30 %); 9 while there is too little sun to tell. */
export const stringClasses = {
  good: 0,
  warning: 1,
  poor: 2,
  severe: 3,
  open: 4,
  reverse: 5,
  unknown: 9,
} as const;

/** States of a device whose group has no list of its own (`impianto` uses the inverters'; strings also have 90). */
export const deviceStates = { good: 1, commLost: 90 } as const;

/** States of the central controller, and the function that acts (`cci.funzione`, CEI 0-16 Annex O). */
export const controllerStates = { unavailable: 0, autonomous: 1, automatic: 2 } as const;
export const controllerFunctions = {
  none: 0,
  limitAtHighVoltage: 1,
  limitByOperator: 2,
  setPointByOperator: 3,
  setPointByMarket: 4,
  reactiveByOperator: 5,
  fixedPowerFactor: 6,
  reactiveByVoltage: 7,
  powerFactorByPower: 8,
  reactiveByMarket: 9,
} as const;

/** Roles of a meter, by `ruolo` code. */
export const meterRoles = { exchange: 1, production: 2, auxiliary: 3, consumption: 4 } as const;

/** How often a device of the group gives a new sample, in seconds (a value is stale after 3 of them, at least 30 s). */
export const refreshSeconds: Record<Group, number> = {
  impianto: 5,
  inverter: 5,
  stringhe: 30,
  tracker: 30,
  contatori: 5,
  sensori: 10,
  di: 1,
  spi: 1,
  cci: 5,
};

/** OPC quality of a sample. */
export const quality = { good: 192, uncertain: 64, bad: 0 } as const;
