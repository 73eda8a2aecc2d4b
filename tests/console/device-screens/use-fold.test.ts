import { expect, test } from 'vitest';
import type { AlarmMark } from '../../../src/console/data/alarm-counts';
import type { Column } from '../../../src/console/device-screens/descriptor';
import type { Device } from '../../../src/console/device-screens/device-list';
import { calmIn } from '../../../src/console/device-screens/use-fold';

type Told = Pick<Device, 'id' | 'isSilent'>;
const columns = [{ key: 'nome' }, { key: 'stato', isRegular: ({ id }: Told) => id !== 'tripped' }];
const mark: AlarmMark = { priority: 2, look: 'active', isUnacknowledged: true };
const calm = calmIn(columns as unknown as readonly Column<Device>[], ({ id }) =>
  id === 'marked' ? mark : undefined,
);
const isCalm = (id: string, isSilent = false) => calm?.({ id, isSilent } as Device);

test('a device is folded where its state is regular, it answers and has no alarm', () => {
  expect(isCalm('good')).toBe(true);
  expect(isCalm('tripped')).toBe(false);
  expect(isCalm('marked')).toBe(false);
  expect(isCalm('good', true)).toBe(false);
});

test('a table that does not know what is regular folds nothing', () => {
  expect(calmIn([], () => undefined)).toBeUndefined();
});
