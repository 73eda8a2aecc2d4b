import { deviceStates, meterRoles } from '../../../../contract/codes';
import type { ConfigOf, RecordOf } from '../../../../contract/config/kinds';
import { roleOf } from '../../../plant/processing/meters';
import { inverterState, rawState } from '../../../plant/processing/sunspec-states';
import { inverterFaults } from '../physics/field';
import type { GridState } from '../physics/grid';
import { heatsinkLimitC } from '../physics/inverter';
import type { MeterState } from '../physics/meters';
import type { PlantModel } from '../physics/model';
import type { InverterPlan } from '../plan';
import type { DeviceValues, Polled } from './device-values';

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

/** The present readings of the inverters. */
export function readInverters({ field }: PlantModel): InverterReading[] {
  return field.inverters.map((inverter): InverterReading => {
    const { plan, state, pac, qac, pdc, udc, cabinet, heatsink, limitPercent, limitSource, events } =
      inverter;
    return {
      id: plan.id,
      name: plan.name,
      state: inverterState(plan.stateModel, rawState(plan.stateModel, state)),
      isSilent: inverterFaults(field.active, plan.id).isSilent,
      plan,
      pac,
      qac,
      pdc,
      udc,
      cabinet,
      heatsink,
      insulation: field.insulation(inverter),
      limitPercent,
      limitSource,
      events,
      dayKwh: inverter.dayKwh,
      totalKwh: inverter.totalKwh,
      hours: inverter.hours,
    };
  });
}

const apparent = (p: number, q: number) => Math.hypot(p, q);

function lineCurrent(p: number, q: number, volt: number): number {
  return volt < 1 ? 0 : (apparent(p, q) * 1000) / (root3 * volt);
}

export const inverterSays: DeviceValues<'inverter', InverterReading, ElectricalContext> = (
  reading,
  { grid, inverterVoltage },
) => {
  const { pac, qac, pdc, udc } = reading;
  const [uab, ubc, uca] = [grid.ab * inverterVoltage, grid.bc * inverterVoltage, grid.ca * inverterVoltage];
  return {
    pac,
    qac,
    uab,
    ubc,
    uca,
    ia: lineCurrent(pac, qac, uab),
    ib: lineCurrent(pac, qac, ubc),
    ic: lineCurrent(pac, qac, uca),
    fac: grid.frequency,
    pdc,
    udc,
    idc: udc > 1 ? (pdc * 1000) / udc : 0,
    eday: reading.dayKwh,
    etot: reading.totalKwh,
    tcab: reading.cabinet,
    tsnk: reading.heatsink,
    tlim: heatsinkLimitC,
    riso: reading.insulation,
    plim: reading.limitPercent,
    plimsrc: reading.limitSource,
    evt: reading.events,
    ore: reading.hours,
  };
};

/** A reading of an energy meter; kW, kvar, kWh. */
export type MeterReading = Polled &
  Omit<MeterState, 'gain' | 'quarterKwh'> & {
    /** Factor of its voltages: 1 where the ratio of its voltage transformers is configured right. */
    readonly voltScale: number;
  };

/** The present readings of the meters. */
export function readMeters({ meters }: PlantModel): MeterReading[] {
  return meters.map(({ gain: _gain, quarterKwh: _quarterKwh, ...meter }) => ({
    id: meter.plan.id,
    name: meter.plan.name,
    state: deviceStates.good,
    isSilent: false,
    voltScale: 1,
    ...meter,
  }));
}

/** The reading of a meter whose voltages are wrong by the factor `volt`, and whose powers and energies by the factor `power`. */
function scaledMeter(reading: MeterReading, volt: number, power: number): MeterReading {
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

/** How much a transformer of a meter reduces: 1 without one. */
const ratio = (primary: number, secondary: number) => (secondary === 0 ? 1 : primary / secondary);

/**
 * The meter as if it were at the place that the role in its record names. What it shows is what passes its transformers, by the
 * configured ratios: where these are not those of the transformers that are there (`built`), it shows too much or too little.
 */
export function meterAs(
  record: RecordOf<'contatori'>,
  built: ConfigOf<'contatori'> | undefined,
  reading: MeterReading,
): MeterReading {
  const own = { ...reading, plan: { ...reading.plan, role: roleOf(record) } };
  const of = built ?? record;
  const current = ratio(record.ta_primario, record.ta_secondario) / ratio(of.ta_primario, of.ta_secondario);
  const volt = ratio(record.tv_primario, record.tv_secondario) / ratio(of.tv_primario, of.tv_secondario);
  return current === 1 && volt === 1 ? own : scaledMeter(own, volt, current * volt);
}

/** Line voltage at a meter: the exchange meter is at the point of delivery, the others are on the side of the inverters. */
function meterVolt(perUnit: number, { plan, voltScale }: MeterReading, context: ElectricalContext): number {
  const isAtDelivery = plan.role === meterRoles.exchange;
  return voltScale * perUnit * (isAtDelivery ? context.gridVoltage : context.inverterVoltage);
}

export const meterSays: DeviceValues<'contatori', MeterReading, ElectricalContext> = (meter, context) => {
  const { power, reactive } = meter;
  const uab = meterVolt(context.grid.ab, meter, context);
  const ubc = meterVolt(context.grid.bc, meter, context);
  const uca = meterVolt(context.grid.ca, meter, context);
  return {
    ua: uab / root3,
    ub: ubc / root3,
    uc: uca / root3,
    uab,
    ubc,
    uca,
    ia: lineCurrent(power, reactive, uab),
    ib: lineCurrent(power, reactive, ubc),
    ic: lineCurrent(power, reactive, uca),
    p: power,
    qac: reactive,
    f: context.grid.frequency,
    e_imm: meter.exportedKwh,
    e_prel: meter.importedKwh,
    er1: meter.quadrant1,
    er2: meter.quadrant2,
    er3: meter.quadrant3,
    er4: meter.quadrant4,
    eday: meter.dayKwh,
    picco: meter.peakKw,
  };
};
