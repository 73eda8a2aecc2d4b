/**
 * Prints what judging the readings of the largest plant costs: the gate and the lifetime counters, as often as groups are read. Fails above
 * 3 % of one core.
 */
import { refreshSeconds } from '../src/contract/codes';
import { DeviceCounters } from '../src/datalogger/plant/counters/device-counters';
import { Gate } from '../src/datalogger/plant/gate/gate';
import { usualLimits } from '../src/datalogger/plant/processing/limits';
import { planConfiguration } from '../src/datalogger/sources/simulator/first-plant/first-configuration';
import { createSimulatedPlant } from '../src/datalogger/sources/simulator/simulated-plant';

const groups = [
  'inverter',
  'mppt',
  'stringhe',
  'tracker',
  'contatori',
  'sensori',
  'spi',
  'cci',
  'di',
] as const;
const startAt = Date.parse('2026-06-10T12:00:00+02:00') / 1000;
const [warmUpS, measuredS, mostPercent] = [60, 300, 3];
/** Sums are counted this often, of inverters, meters and sensors, s. */
const countS = 5;
const counted: readonly string[] = ['inverter', 'contatori', 'sensori'];

const plant = createSimulatedPlant({ size: 'xl', seed: 1, startAt, hasNaturalFaults: false });
const { facts, site } = plant.plan;
const setup = {
  configuration: planConfiguration(plant.plan, startAt),
  name: facts.name,
  zone: site.zone,
  limits: usualLimits,
  site: { ...site, tilt: plant.plan.tilt, azimuth: plant.plan.azimuth },
};
plant.configure(setup);
const gate = new Gate();
const counters = new DeviceCounters(() => undefined);
gate.configure(setup);
counters.configure(setup);

let [spentMs, answered, refused] = [0, 0, 0];
for (let second = 1; second <= warmUpS + measuredS; second++) {
  plant.advance(startAt + second, () => undefined);
  for (const group of groups) {
    const isCounted = counted.includes(group) && second % countS === 0;
    if (second % refreshSeconds[group] !== 0 && !isCounted) continue;
    const answers = plant.answers(group);
    const began = performance.now();
    const believed = gate.pass(group, answers);
    if (group === 'inverter' || group === 'contatori') counters.answers(group, believed);
    if (second <= warmUpS) continue;
    spentMs += performance.now() - began;
    answered += answers.length;
    refused += believed.filter(each => each.refused).length;
  }
}
await plant.close();
const percent = spentMs / (10 * measuredS);
console.log(
  `gate and counters of xl: ${percent.toFixed(2)} % of one core; ${answered} answers, ${refused} refused`,
);
if (percent > mostPercent) {
  console.error(`more than ${mostPercent} %`);
  process.exitCode = 1;
}
