import { expect, test } from 'vitest';
import { trackerStates } from '../../../src/contract/codes';
import { clearMorning, plantAt } from '../sources/simulator/support';
import { ruleOf, says, WatchedPlant, watch } from './support';

test('trackers that stow by their own account show no wind below its threshold (D20)', () => {
  const watched = watch({ kind: 'override-state', group: 'tracker', id: 3, state: trackerStates.windStow });
  watched.until(() => watched.of('TRK03') !== undefined, 60);
  expect(watched.of('TRK03')).toMatchObject({ value: null, threshold: null });
});

test('a wind above the threshold is shown beside it', () => {
  const watched = new WatchedPlant(plantAt(clearMorning));
  watched.plant.inject(says('tracker', 3, 'vento', 18));
  watched.until(() => watched.of('TRK03') !== undefined, 60);
  expect(watched.of('TRK03')).toMatchObject({ value: 18, threshold: 15 });
});

test('a silent sensor shows no value of the time before (D25)', () => {
  const watched = new WatchedPlant(plantAt(clearMorning));
  watched.run(30);
  const [id = 0] = watched.plant.snapshot().groups.sensori.id;
  watched.plant.inject({ kind: 'override-silent', group: 'sensori', id });
  watched.until(() => watched.of('SEN01', id) !== undefined, ruleOf('SEN01').onDelayS + 120);
  expect(watched.of('SEN01', id)).toMatchObject({ isPresent: true, value: null });
});
