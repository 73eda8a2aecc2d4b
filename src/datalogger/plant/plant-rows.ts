import { inverterStates } from '../../contract/codes';
import { bends, type Controller, fullReactive } from './controller';
import type { GridState } from './grid';
import { apparentOverRated } from './inverter';
import type { Flows } from './meters';
import type { Protection } from './protection';
import type { Columns, Polled } from './rows';

/** A poll of the plant as a whole; null where nothing could be read. kW, kvar, kWh, W/m², °C, %. */
export interface PlantReading extends Polled {
  pac: number | null;
  expected: number | null;
  reactive: number | null;
  /** Measured at exchange and production meter: exported, imported, used on site. */
  exported: number;
  imported: number;
  selfUsed: number;
  dayKwh: number;
  monthKwh: number;
  yearKwh: number;
  totalKwh: number;
  expectedDayKwh: number;
  poa: number | null;
  cell: number | null;
  ambient: number | null;
  performanceRatio: number | null;
  availability: number | null;
  active: number;
}

export const plantColumns: Columns<'impianto', PlantReading, null> = {
  pac: ({ pac }) => pac,
  pattesa: ({ expected }) => expected,
  qac: ({ reactive }) => reactive,
  pimm: ({ exported }) => exported,
  pprel: ({ imported }) => imported,
  pauto: ({ selfUsed }) => selfUsed,
  eday: ({ dayKwh }) => dayKwh,
  emese: ({ monthKwh }) => monthKwh,
  eanno: ({ yearKwh }) => yearKwh,
  etot: ({ totalKwh }) => totalKwh,
  eattesa: ({ expectedDayKwh }) => expectedDayKwh,
  poa: ({ poa }) => poa,
  tmod: ({ cell }) => cell,
  tamb: ({ ambient }) => ambient,
  pr: ({ performanceRatio }) => performanceRatio,
  disp: ({ availability }) => availability,
  inverter_attivi: ({ active }) => active,
};

/** kWh/m² under which a day's ratio says nothing yet. */
const tellingIrradiation = 0.02;

/** Performance ratio in % (IEC 61724-1: final over reference yield); null before there is enough light. */
export function performanceRatio(kwh: number, peakKwp: number, irradiation: number): number | null {
  return irradiation < tellingIrradiation ? null : (100 * kwh) / peakKwp / irradiation;
}

/** Availability in % of the useful seconds; null before the first. */
export function availability(useful: number, lost: number): number | null {
  return useful > 0 ? 100 * (1 - lost / useful) : null;
}

/** The state of the plant from those of its inverters, silent ones among them: what most of the others do. */
export function plantState(states: readonly number[], isCurtailed: boolean): number {
  const { commLost, fault, mppt, throttled } = inverterStates;
  const heard = states.filter(state => state !== commLost);
  if (heard.length === 0) return commLost;
  if (heard.every(state => state === fault)) return fault;
  const limited = heard.filter(state => state === throttled).length;
  const feeding = heard.filter(state => state === mppt).length + limited;
  if (feeding > 0) return isCurtailed || limited * 2 > feeding ? throttled : mppt;
  const idle = heard.filter(state => state !== fault).sort((a, b) => a - b);
  return idle[Math.floor(idle.length / 2)] ?? fault;
}

export interface ProtectionReading extends Polled {
  readonly protection: Protection;
}
export interface ProtectionContext {
  readonly grid: GridState;
  readonly gridVoltage: number;
  /** Hz/s */
  readonly frequencyChange: number;
  /** Main switch as a double point. */
  readonly main: number;
  /** What its inputs say. */
  readonly isRemoteTrip: boolean;
  readonly isLocal: boolean;
  readonly isSignalLost: boolean;
  /** Until the periodic check is due. */
  readonly checkDays: number;
}

export const protectionColumns: Columns<'spi', ProtectionReading, ProtectionContext> = {
  uab: (_, { grid, gridVoltage }) => grid.ab * gridVoltage,
  ubc: (_, { grid, gridVoltage }) => grid.bc * gridVoltage,
  uca: (_, { grid, gridVoltage }) => grid.ca * gridVoltage,
  u10: ({ protection }) => 100 * protection.meanVoltage,
  v0: (_, { grid }) => 100 * grid.residual,
  f: (_, { grid }) => grid.frequency,
  dfdt: (_, { frequencyChange }) => frequencyChange,
  avviate: ({ protection }) => protection.started,
  intervento: ({ protection }) => protection.tripped,
  resta: ({ protection }) => protection.leftS,
  scatti: ({ protection }) => protection.trips,
  ddi: ({ protection }) => protection.ddi,
  dg: (_, { main }) => main,
  ddg: ({ protection }) => protection.ddi,
  telescatto: (_, { isRemoteTrip }) => Number(isRemoteTrip),
  locale: (_, { isLocal }) => Number(isLocal),
  esterno: (_, { isSignalLost }) => Number(isSignalLost),
  link: (_, { isSignalLost }) => Number(!isSignalLost),
  verifica: (_, { checkDays }) => checkDays,
};

export interface ControllerReading extends Polled {
  readonly controller: Controller;
}
export interface ControllerContext {
  readonly grid: GridState;
  readonly gridVoltage: number;
  readonly flows: Flows;
  /** kvar at the point of delivery, and the share of the rated power that is asked. */
  readonly reactive: number;
  readonly reactiveShare: number;
  readonly ratedKw: number;
  /** Of its clock, ms. */
  readonly clockOffset: number;
  /** Until its certificate expires. */
  readonly certificateDays: number;
}

export const controllerColumns: Columns<'cci', ControllerReading, ControllerContext> = {
  p: (_, { flows }) => flows.exchange,
  qac: (_, { reactive }) => reactive,
  u: (_, { grid, gridVoltage }) => ((grid.ab + grid.bc + grid.ca) / 3) * (gridVoltage / 1000),
  plim: ({ controller }) => controller.limitPercent,
  psp: ({ controller }) => controller.setPercent,
  qsp: (_, { reactiveShare }) => 100 * reactiveShare,
  cosphi: (_, { flows, reactive }) => {
    const apparent = Math.hypot(flows.exchange, reactive);
    return apparent > 1 ? flows.exchange / apparent : null;
  },
  funzione: ({ controller }) => controller.activeFunction,
  funzioneq: ({ controller }) => controller.reactiveFunction,
  pn: (_, { ratedKw }) => ratedKw,
  qmax: (_, { ratedKw }) => fullReactive * ratedKw,
  smax: (_, { ratedKw }) => apparentOverRated * ratedKw,
  qv1: () => bends[0],
  qv2: () => bends[1],
  qv3: () => bends[2],
  qv4: () => bends[3],
  link_a: () => 1,
  link_b: () => 1,
  gps: () => 1,
  scarto: (_, { clockOffset }) => clockOffset,
  cert: (_, { certificateDays }) => certificateDays,
};
