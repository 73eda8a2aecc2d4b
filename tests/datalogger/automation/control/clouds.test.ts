import { expect, test } from 'vitest';
import { rounds } from '../../../support/long';
import { modelPlant } from './model-plant';
import { cloudyDay } from './random';

/** Dead time of the loop, and whether an inverter dies at noon; the long run has all six pairs. */
const days = rounds(
  [
    { deadS: 2, isDead: false },
    { deadS: 8, isDead: true },
  ],
  [0.2, 2, 8].flatMap(deadS => [false, true].map(isDead => ({ deadS, isDead }))),
);

test.each(days)('24 h of clouds: never above the limit for more than 10 s: %o', ({ deadS, isDead }) => {
  const { plant, loop } = modelPlant({ deadS, light: cloudyDay(7, 10), loadKw: () => 50 });
  let [above, longest, highest] = [0, 0, 0];
  for (let hour = 0; hour < 24; hour++) {
    const dead = plant.machines[3];
    if (isDead && dead && hour === 12) dead.isSilent = true;
    plant.pass(3600, loop, 500, ({ deliveredKw }) => {
      above = deliveredKw > 500.5 ? above + 0.5 : 0;
      longest = Math.max(longest, above);
      highest = Math.max(highest, deliveredKw);
    });
  }
  console.info(
    `dead time ${deadS} s, 24 h of clouds${isDead ? ', one of 10 inverters dead from noon on' : ''}, limit 500 kW: above it for ${longest} s at most, highest ${highest.toFixed(1)} kW, ${plant.writes} writes`,
  );
  expect(longest).toBeLessThanOrEqual(10);
  // A cloud that leaves an inverter which hears nothing is seen by the meter only.
  expect(highest).toBeLessThan(isDead ? 550 : 510);
  expect(plant.shortestPauseS).toBeGreaterThanOrEqual(10);
});
