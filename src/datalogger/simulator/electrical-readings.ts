import { meterRoles } from '../../contract/codes';
import type { DeviceValues, Polled } from './device-values';
import type { GridState } from './grid';
import { heatsinkLimitC } from './inverter';
import type { MeterState } from './meters';
import type { InverterPlan } from './plan';

const root3 = Math.sqrt(3);

/** The grid as the devices measure it (voltages in per unit, frequency in Hz), and the nominal line voltages in V. */
export interface ElectricalContext {
  readonly grid: GridState;
  readonly inverterVoltage: number;
  readonly gridVoltage: number;
}

/** A reading of an inverter; kW, kvar, V, °C, kΩ, kWh. `dayKwh` is the energy of the day so far; in history, that of the slot. */
export interface InverterReading extends Polled {
  readonly plan: InverterPlan;
  pac: number;
  qac: number;
  pdc: number;
  udc: number;
  cabinet: number;
  heatsink: number;
  insulation: number;
  limitPercent: number;
  limitSource: number;
  events: number;
  dayKwh: number;
  totalKwh: number;
  hours: number;
}

const apparent = (p: number, q: number) => Math.hypot(p, q);

function lineCurrent(p: number, q: number, volt: number): number {
  return volt < 1 ? 0 : (apparent(p, q) * 1000) / (root3 * volt);
}

export const inverterSays: DeviceValues<'inverter', InverterReading, ElectricalContext> = {
  pac: ({ pac }) => pac,
  qac: ({ qac }) => qac,
  uab: (_, { grid, inverterVoltage }) => grid.ab * inverterVoltage,
  ubc: (_, { grid, inverterVoltage }) => grid.bc * inverterVoltage,
  uca: (_, { grid, inverterVoltage }) => grid.ca * inverterVoltage,
  ia: ({ pac, qac }, { grid, inverterVoltage }) => lineCurrent(pac, qac, grid.ab * inverterVoltage),
  ib: ({ pac, qac }, { grid, inverterVoltage }) => lineCurrent(pac, qac, grid.bc * inverterVoltage),
  ic: ({ pac, qac }, { grid, inverterVoltage }) => lineCurrent(pac, qac, grid.ca * inverterVoltage),
  fac: (_, { grid }) => grid.frequency,
  pdc: ({ pdc }) => pdc,
  udc: ({ udc }) => udc,
  idc: ({ pdc, udc }) => (udc > 1 ? (pdc * 1000) / udc : 0),
  eday: ({ dayKwh }) => dayKwh,
  etot: ({ totalKwh }) => totalKwh,
  tcab: ({ cabinet }) => cabinet,
  tsnk: ({ heatsink }) => heatsink,
  tlim: () => heatsinkLimitC,
  riso: ({ insulation }) => insulation,
  plim: ({ limitPercent }) => limitPercent,
  plimsrc: ({ limitSource }) => limitSource,
  evt: ({ events }) => events,
  ore: ({ hours }) => hours,
};

/** A reading of an energy meter; kW, kvar, kWh. */
export type MeterReading = Polled &
  Omit<MeterState, 'gain' | 'quarterKwh'> & {
    /** Factor of its voltages: 1 where the ratio of its voltage transformers is configured right. */
    readonly voltScale: number;
  };

/** The reading of a meter whose voltages are wrong by the factor `volt`, and whose powers and energies by the factor `power`. */
export function scaledMeter(reading: MeterReading, volt: number, power: number): MeterReading {
  return {
    ...reading,
    voltScale: volt,
    power: reading.power * power,
    reactive: reading.reactive * power,
    exportedKwh: reading.exportedKwh * power,
    importedKwh: reading.importedKwh * power,
    dayKwh: reading.dayKwh * power,
    peakKw: reading.peakKw * power,
    quadrant1: reading.quadrant1 * power,
    quadrant2: reading.quadrant2 * power,
    quadrant3: reading.quadrant3 * power,
    quadrant4: reading.quadrant4 * power,
  };
}

/** Line voltage at a meter: the exchange meter is at the point of delivery, the others are on the side of the inverters. */
function meterVolt(perUnit: number, { plan, voltScale }: MeterReading, context: ElectricalContext): number {
  const isAtDelivery = plan.role === meterRoles.exchange;
  return voltScale * perUnit * (isAtDelivery ? context.gridVoltage : context.inverterVoltage);
}

function meterAmpere(perUnit: number, meter: MeterReading, context: ElectricalContext): number {
  return lineCurrent(meter.power, meter.reactive, meterVolt(perUnit, meter, context));
}

export const meterSays: DeviceValues<'contatori', MeterReading, ElectricalContext> = {
  ua: (meter, context) => meterVolt(context.grid.ab, meter, context) / root3,
  ub: (meter, context) => meterVolt(context.grid.bc, meter, context) / root3,
  uc: (meter, context) => meterVolt(context.grid.ca, meter, context) / root3,
  uab: (meter, context) => meterVolt(context.grid.ab, meter, context),
  ubc: (meter, context) => meterVolt(context.grid.bc, meter, context),
  uca: (meter, context) => meterVolt(context.grid.ca, meter, context),
  ia: (meter, context) => meterAmpere(context.grid.ab, meter, context),
  ib: (meter, context) => meterAmpere(context.grid.bc, meter, context),
  ic: (meter, context) => meterAmpere(context.grid.ca, meter, context),
  p: ({ power }) => power,
  qac: ({ reactive }) => reactive,
  f: (_, { grid }) => grid.frequency,
  e_imm: ({ exportedKwh }) => exportedKwh,
  e_prel: ({ importedKwh }) => importedKwh,
  er1: ({ quadrant1 }) => quadrant1,
  er2: ({ quadrant2 }) => quadrant2,
  er3: ({ quadrant3 }) => quadrant3,
  er4: ({ quadrant4 }) => quadrant4,
  eday: ({ dayKwh }) => dayKwh,
  picco: ({ peakKw }) => peakKw,
};
