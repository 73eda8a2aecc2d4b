import { text } from 'node:stream/consumers';
import { hostClock } from '../../src/datalogger/core/time/clock';
import { SteadyClock } from '../../src/datalogger/core/time/steady-clock';
import { usualLimits } from '../../src/datalogger/plant/processing/limits';
import { noRecords } from '../../src/datalogger/plant/processing/setup';
import { driverOf } from '../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../src/datalogger/sources/fieldbus/field-plant';
import { localDial } from './local-guard';

/*
 * A datalogger that limits the inverters of stdin (`{"inverters": [...], "percent": 40}`) until somebody kills it: a test sees what
 * becomes of the limit.
 */
const { inverters, percent } = JSON.parse(await text(process.stdin));
const source = new FieldPlant({ dial: localDial, clock: new SteadyClock(hostClock), driverOf });
source.configure({
  configuration: { ...noRecords, inverters },
  name: null,
  zone: 'UTC',
  site: null,
  limits: usualLimits,
  commands: true,
});
source.start();
// What is waited for keeps the process running.
setInterval(() => void source.execute({ kind: 'limit-power', percent }), 1000);
