import { doublePoint, inverterStates } from '../../../contract/codes';
import { groups } from '../../../contract/points';
import { dayIndex } from '../../analytics/key-figures/usual-index';
import { above, alarmsOf, below, type Condition, either, whenever } from '../entry';
import { type CycleFacts, type Device, noRows } from '../facts';
import { oncePerCycle } from '../once';
import { anyContact } from './contacts';

type Nothing = Device<never>;
const minute = 60;
const grid = alarmsOf<never>('rete', null);
const ups = alarmsOf<never>('ups', null);
const datalogger = alarmsOf<never>('datalogger', null);
const plant = alarmsOf<never>('impianto', null);

/** The energy of a day is judged from this irradiation on, kWh/m². */
const tellingIrradiation = 2;
/** From this % of the disk in use on, the alarm is urgent. */
const fullPercent = 95;

/** Highest line voltage that an interface protection measures, % of the nominal. */
function gridPercent({ facts }: Nothing): number | null {
  const { gridVoltage } = facts.inputs;
  const volts = [...facts.all('spi', 'uab'), ...facts.all('spi', 'ubc'), ...facts.all('spi', 'uca')];
  return gridVoltage === null || volts.length === 0 ? null : (100 * Math.max(...volts)) / gridVoltage;
}

const isNotClosed = (code: number | null) => code !== null && code !== doublePoint.closed;

/** A switch that was open when its protection fell silent has not closed because another one has: that brings no alarm, and ends none. */
function isMainSwitchOpen(facts: CycleFacts): boolean | null {
  const known = facts.all('spi', 'dg');
  if (known.some(isNotClosed)) return true;
  const { dg = [] } = facts.rows('spi').values;
  return anyContact(facts, 'mainOpen') ?? (known.length > 0 && !dg.some(isNotClosed) ? false : null);
}

const devices = groups.filter(group => group !== 'impianto');
/** What the sun supplies: at night it may be off. */
const ofSun: readonly string[] = ['inverter', 'mppt', 'stringhe'];

/** Whether there are devices that should answer, and none of all answers. */
function isPlantSilent(facts: CycleFacts): boolean {
  const due = facts.isWorkingTime ? devices : devices.filter(group => !ofSun.includes(group));
  const isDue = due.some(group => facts.rows(group).id.length > 0);
  return (
    isDue && !devices.some(group => facts.rows(group).id.some((_, index) => facts.isResponding(group, index)))
  );
}

/**
 * % by which the EPI of the day so far differs from the usual one; null before there was enough light, and while the energy of an inverter is
 * not known. What a standstill or a limit has cost counts as made: its own alarm has said so, and this one is about what nothing explains.
 */
function indexGap({ facts }: Nothing): number | null {
  const ratio = facts.plant('pr');
  const energy = facts.plant('eday');
  const peakKwp = facts.inputs.peakKwp ?? facts.all('inverter', 'kwp').reduce((sum, kwp) => sum + kwp, 0);
  if (ratio === null || energy === null || ratio <= 0 || peakKwp <= 0) return null;
  // PR = energy / peak power / irradiation (IEC 61724-1), solved for the irradiation. Where the plant grew today it is a little too small,
  // which only asks for more light before the day is judged.
  const irradiation = energy / peakKwp / (ratio / 100);
  const index = dayIndex({
    eday: energy,
    eattesa: facts.plant('eattesa'),
    copertura: facts.plant('copertura'),
  });
  const expected = facts.plant('eattesa') ?? 0;
  if (irradiation < tellingIrradiation || index === null || expected <= 0 || !isEnergyKnown(facts))
    return null;
  // After a start only the archive knows what was before.
  const explainedKwh = Math.max(facts.memory.explainedKwh(), facts.inputs.lostTodayKwh ?? 0);
  const explained = index + (100 * explainedKwh) / expected;
  return 100 * (explained / (facts.inputs.usualEpi ?? 100) - 1);
}

/** Whether every polled inverter has reported its energy. */
function isEnergyKnown(facts: CycleFacts): boolean {
  return facts
    .rows('inverter')
    .stato.every(
      (state, index) => state === inverterStates.disabled || facts.isResponding('inverter', index),
    );
}

/** The state of a line on which nothing answers. */
const deadState = 1;

/** The lines of the field bus, as devices of the datalogger. */
const lineRows = oncePerCycle(({ inputs: { lines } }) => ({
  ...noRows,
  id: lines.map(({ id }) => id),
  nome: lines.map(({ name }) => name),
  stato: lines.map(({ isDead }) => (isDead ? deadState : 0)),
}));

/** A raw contact of the datalogger; null without a UPS. */
function contact(read: (facts: CycleFacts) => string | undefined, alert: '0' | '1'): Condition<never> {
  return whenever(({ facts }) => {
    const level = read(facts);
    return level === undefined ? null : level === alert;
  });
}

/** A worn battery is an alarm of its own, although the contact shows it too. */
function isUpsBatteryLow({ inputs: { hardware } }: CycleFacts): boolean | null {
  const { ups: reading, batteryContact } = hardware;
  if (reading) return reading.isBatteryLow;
  return batteryContact === undefined ? null : batteryContact === '0';
}

/** What only a UPS on the network reports; unknown while it does not answer. */
function ofUps(what: 'isBatteryWorn' | 'hasFault'): Condition<never> {
  return whenever(({ facts }) => {
    const { ups: reading } = facts.inputs.hardware;
    return reading === null ? null : (reading?.[what] ?? false);
  });
}

export const plantAlarms = [
  plant(
    'PLT02',
    { priority: 2, on: 30 },
    whenever(({ facts }) => isPlantSilent(facts)),
  ),
  grid(
    'GRD01',
    // At once, so that it is there before what follows from it: the protection trips within 0.2 s.
    { priority: 1, on: 0, off: 2 },
    either(
      below({ threshold: 20, unit: '%', hysteresis: 10 }, gridPercent),
      whenever(({ facts }) => anyContact(facts, 'mainsLost')),
    ),
  ),
  grid(
    'GRD02',
    { priority: 1, on: 2 },
    whenever(({ facts }) => isMainSwitchOpen(facts)),
  ),
  ups(
    'UPS01',
    { priority: 2, on: 10 },
    contact(({ inputs }) => inputs.hardware.acContact, '1'),
  ),
  ups(
    'UPS02',
    { priority: 1, on: 5 },
    whenever(({ facts }) => isUpsBatteryLow(facts)),
  ),
  ups(
    'UPS03',
    { priority: 2, on: minute, off: 10 },
    whenever(({ facts }) => facts.inputs.hardware.ups === null),
  ),
  ups('UPS04', { priority: 3, on: minute, off: minute }, ofUps('isBatteryWorn')),
  ups(
    'UPS05',
    { priority: 2, on: 10, off: 10 },
    {
      ...ofUps('hasFault'),
      nameOf: ({ facts, name }) => facts.inputs.hardware.ups?.alarm ?? name,
    },
  ),
  datalogger(
    'DLG01',
    { priority: 3, on: 5 * minute },
    above({ threshold: 75, unit: '°C', hysteresis: 5 }, ({ facts }) => facts.inputs.hardware.cpuTemperature),
  ),
  datalogger(
    'DLG02',
    { priority: 3, on: minute },
    {
      ...above({ threshold: 85, unit: '%', hysteresis: 2 }, ({ facts }) => facts.inputs.diskUsedPercent),
      isUrgent: ({ facts }) => (facts.inputs.diskUsedPercent ?? 0) >= fullPercent,
    },
  ),
  datalogger(
    'DLG03',
    { priority: 3, on: 0 },
    whenever(({ facts }) => facts.inputs.hasUploadFailed),
  ),
  datalogger(
    'DLG04',
    { priority: 2, on: 0 },
    whenever(({ facts }) => facts.inputs.hasDamage),
  ),
  datalogger(
    'DLG05',
    { priority: 2, on: 0 },
    whenever(({ facts }) => facts.inputs.isDiskRefusing),
  ),
  datalogger(
    'DLG06',
    // It ends after what follows from it: its devices answer some seconds after the line is back.
    { priority: 2, on: 3, off: 30 },
    { ...whenever(({ state }) => state === deadState), rows: lineRows },
  ),
  datalogger(
    'DLG07',
    { priority: 3, on: 0 },
    whenever(({ facts }) => facts.inputs.memoryEnds > 0),
  ),
  plant(
    'PLT01',
    { priority: 3, on: 15 * minute },
    below({ threshold: -10, unit: '%', hysteresis: 2 }, indexGap),
  ),
];
