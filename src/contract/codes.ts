import type { Group } from './points';

/*
 * The codes that values carry: states, classes, roles, qualities, and what each group's samples are worth over time.
 */

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

/**
 * Operating states of an inverter: those of SunSpec 101 to 103 `St` (1-based), whatever model the device speaks, and our own:
 * 0, and from 90 on.
 */
export const inverterStates = {
  unknown: 0,
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

/** Classes of a string by its deviation from its peers (domain: -5, -10, -30 %); 9 while there is too little light to classify. */
export const stringClasses = {
  good: 0,
  warning: 1,
  poor: 2,
  severe: 3,
  open: 4,
  reverse: 5,
  unknown: 9,
} as const;

/** Functions of an interface protection by their bit in `spi.avviate`: first those of CEI 0-16 and 0-21, then those of EN 50549-2:2019. */
export const protectionFunctionCodes = [
  '59.S1',
  '59.S2',
  '27.S1',
  '27.S2',
  '81>.S2',
  '81<.S2',
  '59N',
  '81>.S1',
  '81<.S1',
  '59V0',
  '59Vi',
  '27Vd',
  'U<',
  'U<<',
  'U>',
  'U>>',
  'U 10 min',
  'f<',
  'f<<',
  'f>',
  'f>>',
] as const;
export type ProtectionFunctionCode = (typeof protectionFunctionCodes)[number];

/** What a digital input is wired to, in the order of its `tipo` code. */
export const inputKinds = [
  'other',
  'interfaceOpen',
  'mainOpen',
  'generatorOpen',
  'interfaceTripped',
  'mainTripped',
  'remoteTrip',
  'mainsLost',
  'upsMainsLost',
  'upsBatteryLow',
  'doorOpen',
  'emergencyStop',
  'localControl',
  'transformerWarm',
  'transformerHot',
  'transformerOil',
  'surgeAc',
  'surgeDc',
  'smoke',
  'intrusion',
  'flood',
  'ventilation',
] as const;

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
  /** What the plant's own operator or a schedule has ordered, and a power factor of the distribution operator. */
  limitByPlant: 10,
  reactiveByPlant: 11,
  powerFactorByOperator: 12,
} as const;

/** What measured the power of the plant, by `fonte_pac` code. */
export const powerSources = { inverters: 0, productionMeter: 1 } as const;

/**
 * What the other measurements say of an irradiance sensor on the modules' plane, by `giudizio` code: it agrees; it disagrees with
 * another one and it is unknown which is right; it is the wrong one, and the plant's values do not use it.
 */
export const lightVerdicts = { agrees: 0, doubted: 1, drifts: 2 } as const;

/** Roles of a meter, by `ruolo` code. */
export const meterRoles = { exchange: 1, production: 2, auxiliary: 3, consumption: 4 } as const;

/** Points that are configured, not measured: they hold however good a sample is, and whether or not its device answers. */
export const configuredPoints: readonly string[] = [
  'cert',
  'ingressi',
  'ingresso',
  'inverter',
  'kwp',
  'limite',
  'pn',
  'qmax',
  'quadro',
  'qv1',
  'qv2',
  'qv3',
  'qv4',
  'rientro',
  'ruolo',
  'settore',
  'smax',
  'tipo',
  'verifica',
];

/** How often a device of the group gives a new sample, in seconds. */
export const refreshSeconds: Record<Group, number> = {
  impianto: 5,
  inverter: 5,
  mppt: 5,
  stringhe: 30,
  tracker: 30,
  contatori: 5,
  sensori: 10,
  di: 1,
  spi: 1,
  cci: 5,
};

/** Seconds that a sample of a group stays good where nobody says it for the device. */
export function usualValidS(group: Group): number {
  return Math.max(30, 3 * refreshSeconds[group]);
}

/** OPC quality of a sample. */
export const quality = { good: 192, uncertain: 64, bad: 0 } as const;
