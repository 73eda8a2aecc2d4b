import { expect, test } from 'vitest';
import { trackerStates } from '../../../../src/contract/codes';
import { noRecords } from '../../../../src/datalogger/plant/processing/setup';
import {
  type TrackerSurroundings,
  trackerDevices,
} from '../../../../src/datalogger/plant/processing/trackers';
import { newRecord } from '../../../support/config-records';

const { tracking, manual, windStow, night, fault } = trackerStates;

const record = {
  ...newRecord('trackers', { angolo_riposo: 30, angolo_notte: 0, vento_riposo: 15, vento_rientro: 10 }),
  id: 1,
  versione: 1,
};

/** The tracker as it is shown that says this state and angle. */
function shown(state: number, ang: number, around: TrackerSurroundings | null, vento?: number) {
  const values = { ang, tgt: ang, ...(vento === undefined ? {} : { vento }) };
  const answer = { record: 1, part: 0, isResponding: true, state, sampled: 0, validS: 90, values };
  const [device] = trackerDevices({ ...noRecords, trackers: [record] }, new Map([[1, answer]]), around);
  return { state: device?.answer?.state, vento: device?.values.vento };
}

test.each([
  ['follows the sun', tracking, 30, false, 14, tracking],
  ['stands at rest in the wind by itself', tracking, 30, false, 16, windStow],
  ['was moved to rest by hand, until the wind is gone', manual, 31, false, 11, windStow],
  ['was moved to rest by hand without a wind', manual, 30, false, 9, manual],
  ['was moved by hand elsewhere', manual, 50, false, 20, manual],
  ['stands for the night', tracking, 1, true, 3, night],
  ['is not at its night angle yet', tracking, 20, true, 3, tracking],
  ['stands at its night angle at noon', tracking, 0, false, 3, tracking],
  ['has a fault, whatever the wind', fault, 30, true, 20, fault],
  ['has no wind sensor', manual, 30, false, null, manual],
])('a tracker that %s', (_, said, angle, isDark, wind, state) => {
  expect(shown(said, angle, { isDark, wind }).state).toBe(state);
});

test('the wind is that of the sensor, unless the tracker measures it; trackers that say why they stand are believed', () => {
  expect(shown(tracking, 0, { isDark: false, wind: 4 }).vento).toBe(4);
  expect(shown(tracking, 0, { isDark: false, wind: 4 }, 6).vento).toBe(6);
  expect(shown(tracking, 0, null, 20)).toEqual({ state: tracking, vento: 20 });
});
