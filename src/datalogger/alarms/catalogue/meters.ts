import { meterRoles } from '../../../contract/codes';
import {
  above,
  alarmsOf,
  below,
  type Condition,
  countsAgain,
  either,
  isSilent,
  makerReport,
  only,
  whenever,
} from '../entry';
import type { Device } from '../facts';
import { oncePerCycle } from '../once';

type Meter = Device<'contatori'>;
const alarm = alarmsOf('contatori', 'contatori');
const minute = 60;
/** Points on which figures rest. */
const telling = ['p', 'qac', 'f', 'e_imm', 'e_prel', 'eday'] as const;

/** The energy of a day is compared once every inverter could have run for this many hours. */
const tellingHours = 0.5;
/** Below this % of the rated power a power factor is not judged. */
const tellingPercent = 10;

/** Makes alarms for the meters of these roles. */
function ofRole(condition: Condition<'contatori'>, ...roles: readonly number[]): Condition<'contatori'> {
  return { ...condition, concerns: meter => roles.includes(meter.value('ruolo') ?? 0) };
}

/** Energy of the day as the inverters count it, kWh; null while one is not responding. */
const invertersToday = oncePerCycle(facts => {
  const counted = facts.all('inverter', 'eday');
  if (counted.length < facts.rows('inverter').id.length) return null;
  const sum = counted.reduce((total, energy) => total + energy, 0);
  return sum < tellingHours * facts.ratedKw ? null : sum;
});

/** Energy of the day through all production meters, kWh; null while one is not responding. */
const metersToday = oncePerCycle(facts => {
  const { id, values } = facts.rows('contatori');
  let sum: number | null = 0;
  id.forEach((_, index) => {
    if (values.ruolo?.[index] !== meterRoles.production) return;
    const energy = facts.isResponding('contatori', index) ? (values.eday?.[index] ?? null) : null;
    sum = sum === null || energy === null ? null : sum + energy;
  });
  return sum;
});

function mismatch({ facts }: Meter): number | null {
  const counted = invertersToday(facts);
  const metered = metersToday(facts);
  return counted === null || metered === null ? null : Math.abs((100 * metered) / counted - 100);
}

function exportPercent(meter: Meter): number | null {
  const limit = meter.facts.inputs.exportLimitKw;
  const power = meter.value('p');
  return limit === null || limit <= 0 || power === null ? null : (100 * power) / limit;
}

const counterPercent = ({ facts, id }: Meter) => (id === null ? null : facts.memory.counterPercent(id));
const powerFactor = (meter: Meter) => {
  const value = meter.value('cosphi');
  return value === null ? null : Math.abs(value);
};

function isLoaded(meter: Meter): boolean | null {
  const apparent = meter.value('s');
  return apparent === null ? null : (100 * apparent) / meter.facts.ratedKw > tellingPercent;
}

/** The lowest voltage of a phase, else between phases, % of the highest; null where none of them has a voltage, or not all are read. */
function weakestPhase(meter: Meter): number | null {
  const of = (...points: readonly ('ua' | 'ub' | 'uc' | 'uab' | 'ubc' | 'uca')[]) => {
    const voltages = points.flatMap(point => meter.value(point) ?? []);
    const highest = Math.max(0, ...voltages);
    return voltages.length < points.length || highest <= 0 ? null : (100 * Math.min(...voltages)) / highest;
  };
  return of('ua', 'ub', 'uc') ?? of('uab', 'ubc', 'uca');
}

const { production, exchange } = meterRoles;

export const meterAlarms = [
  alarm('MET01', { priority: 2, on: 5 * minute }, isSilent()),
  alarm(
    'MET02',
    { priority: 3, on: 15 * minute },
    ofRole(above({ threshold: 3, unit: '%', hysteresis: 0.5 }, mismatch), production),
  ),
  alarm(
    'MET03',
    { priority: 3, on: 0, off: minute },
    either(
      above({ threshold: 120, unit: '%', hysteresis: 0 }, counterPercent),
      whenever(meter => {
        const percent = counterPercent(meter);
        return percent === null ? null : percent < 0;
      }),
    ),
  ),
  alarm(
    'MET04',
    { priority: 4, on: 15 * minute },
    ofRole(
      // Where the site consumes a part, the power factor at the exchange meter is not that of the plant.
      only(isLoaded, below({ threshold: 0.9, unit: '', hysteresis: 0.01 }, powerFactor), false),
      production,
    ),
  ),
  alarm(
    'MET05',
    { priority: 2, on: minute },
    ofRole(above({ threshold: 102, unit: '%', hysteresis: 1 }, exportPercent), exchange),
  ),
  alarm(
    'MET06',
    { priority: 4, on: 0 },
    below({ threshold: 30, unit: 'd', hysteresis: 0 }, meter => meter.value('taratura')),
  ),
  alarm('MET07', { priority: 3, on: 0 }, countsAgain()),
  alarm(
    'MET08',
    { priority: 3, on: 15 * minute },
    whenever(meter => meter.isRefused(telling)),
  ),
  alarm(
    'MET09',
    { priority: 2, on: minute },
    below({ threshold: 70, unit: '%', hysteresis: 5 }, weakestPhase),
  ),
  alarm('MET10', { priority: 3, on: 0 }, makerReport()),
];
