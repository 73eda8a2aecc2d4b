import { inverterStates } from '../../../contract/codes';
import { bitsOf, inverterEvents } from '../../plant/processing/device-events';
import { inverterSettings } from '../configured';
import {
  above,
  alarmsOf,
  below,
  type Condition,
  countsAgain,
  either,
  hasBit,
  isSilent,
  makerReport,
  only,
  whenever,
} from '../entry';
import type { Device } from '../facts';

type Inverter = Device<'inverter'>;
const alarm = alarmsOf('inverter', 'inverter');

/** Of SunSpec `ThrotSrc` the bit of heat. */
const deratedBit = 14;

/** An inverter that produces nothing is judged where at least this % of its rated power is expected. */
const expectedPercent = 5;
/** Below this % of the rated power an efficiency is not judged; above 100.5 % the measurement is wrong. */
const tellingPercent = 20;
const highestEfficiency = 100.5;
/** From this % of the rated power on, the inverter itself limits the power. */
const clippingPercent = 98;

/** What an inverter reports of itself raises this alarm. */
const reports = (code: string) =>
  hasBit<'inverter'>(inverter => inverter.value('evt'), ...bitsOf(inverterEvents, code));

function percentOfRated(inverter: Inverter, point: 'pac' | 'pdc'): number | null {
  const value = inverter.value(point);
  const rated = inverter.value('pn');
  return value === null || rated === null || rated <= 0 ? null : (100 * value) / rated;
}

/** Whether there is enough light, and no limit that keeps it from producing. */
function shouldProduce(inverter: Inverter): boolean | null {
  const expected = inverter.facts.share('pattesa');
  return expected === null ? null : Math.min(expected, inverter.value('plim') ?? 100) > expectedPercent;
}

const efficiency: Condition<'inverter'> = only(
  inverter => {
    const load = percentOfRated(inverter, 'pdc');
    return load === null ? null : load > tellingPercent;
  },
  either(
    below({ threshold: 92, unit: '%', hysteresis: 1 }, inverter => inverter.value('eff')),
    whenever(inverter => (inverter.value('eff') ?? 0) > highestEfficiency),
  ),
  null,
);

function isCurtailedByItself(inverter: Inverter): boolean | null {
  if (inverter.state !== inverterStates.throttled) return false;
  const load = percentOfRated(inverter, 'pac');
  const source = inverter.value('plimsrc');
  if (load === null || source === null) return null;
  return source === 0 && !inverter.facts.isCurtailed && load < clippingPercent;
}

/** Share of the highest input voltage. */
const voltageLimitShare = 0.98;

function isNearVoltageLimit(inverter: Inverter): boolean | null {
  const limit = inverterSettings(inverter)?.udc_max;
  const voltage = inverter.value('udc');
  return limit === undefined || voltage === null ? null : voltage >= voltageLimitShare * limit;
}

const minute = 60;
/** Points on which energy and power of the plant rest. */
const telling = ['pac', 'qac', 'pdc', 'udc', 'fac', 'eday', 'etot'] as const;

export const inverterAlarms = [
  alarm(
    'INV01',
    { priority: 2, on: 10 },
    whenever(inverter => inverter.state === inverterStates.fault),
  ),
  alarm(
    'INV02',
    { priority: 3, on: 5 * minute },
    isSilent(({ facts }) => facts.isWorkingTime),
  ),
  alarm(
    'INV03',
    { priority: 2, on: 30 * minute },
    only(
      shouldProduce,
      below({ threshold: 1, unit: '%', hysteresis: 1 }, inverter => percentOfRated(inverter, 'pac')),
      false,
    ),
  ),
  alarm(
    'INV04',
    { priority: 3, on: 30 * minute, minPoa: 200 },
    below({ threshold: -10, unit: '%', hysteresis: 2 }, inverter => inverter.value('dev')),
  ),
  alarm(
    'INV05',
    { priority: 2, on: minute },
    either(
      above({ threshold: 85, unit: '°C', hysteresis: 5 }, inverter => inverter.value('tsnk')),
      reports('INV05'),
    ),
  ),
  alarm(
    'INV06',
    { priority: 4, on: 15 * minute },
    hasBit(inverter => inverter.value('plimsrc'), deratedBit),
  ),
  alarm(
    'INV07',
    // Same delay as INV01, so that INV01 is reported as its consequence.
    { priority: 2, on: 10, off: minute },
    below({ threshold: 100, unit: 'kΩ', hysteresis: 20 }, inverter => inverter.value('riso')),
  ),
  alarm('INV08', { priority: 1, on: 0 }, reports('INV08')),
  alarm(
    'INV09',
    { priority: 2, on: 1 },
    // 98 % of 1500 V, for which the usual field is insulated; of the inverter's own maximum where that is lower.
    either(
      above({ threshold: 1470, unit: 'V', hysteresis: 20 }, inverter => inverter.value('udc')),
      either(whenever(isNearVoltageLimit), reports('INV09')),
    ),
  ),
  alarm('INV10', { priority: 3, on: 5 }, reports('INV10')),
  alarm('INV11', { priority: 3, on: 5 }, reports('INV11')),
  alarm('INV12', { priority: 3, on: 10 }, reports('INV12')),
  alarm('INV13', { priority: 4, on: minute }, reports('INV13')),
  alarm('INV14', { priority: 3, on: minute }, reports('INV14')),
  alarm('INV15', { priority: 4, on: 0 }, reports('INV15')),
  alarm('INV16', { priority: 4, on: 30 * minute }, efficiency),
  alarm('INV17', { priority: 3, on: 15 * minute }, whenever(isCurtailedByItself)),
  alarm('INV18', { priority: 3, on: 0 }, countsAgain()),
  alarm(
    'INV19',
    { priority: 3, on: 15 * minute },
    whenever(inverter => inverter.isRefused(telling)),
  ),
  alarm('INV20', { priority: 3, on: minute }, reports('INV20')),
  alarm('INV21', { priority: 1, on: 0 }, reports('INV21')),
  alarm(
    'INV22',
    // Before the inverter refuses to start (INV07): dew in the morning does not last so long.
    { priority: 4, on: 60 * minute },
    below({ threshold: 200, unit: 'kΩ', hysteresis: 40 }, inverter => inverter.value('riso')),
  ),
  alarm('INV23', { priority: 3, on: 0 }, makerReport()),
];
