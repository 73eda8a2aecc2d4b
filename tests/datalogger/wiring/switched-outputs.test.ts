import { expect, test } from 'vitest';
import { silentLog } from '../../../src/datalogger/core/log';
import type { BusOutputs, Switched } from '../../../src/datalogger/core/system/system';
import { recordOutputs } from '../../../src/datalogger/wiring/switched-outputs';

test('a write that fails again and again is one row, until something else comes of it', () => {
  let written: Parameters<BusOutputs['onWritten']>[0] = () => undefined;
  const outputs: BusOutputs = {
    numbers: [9],
    numberOf: () => 9,
    stray: () => [],
    lockedBy: () => null,
    isOn: () => null,
    switch: async () => false,
    onWritten(listener) {
      written = listener;
    },
  };
  const rows: string[] = [];
  recordOutputs(
    { outputs },
    (_, action, object, { changes, result } = {}) =>
      rows.push([action, object, changes?.uscita?.[1], result].join(' ')),
    silentLog,
  );
  const all: readonly (readonly [boolean, Switched])[] = [
    [true, 'not-read-back'],
    [true, 'not-read-back'],
    [true, true],
    [true, 'not-read-back'],
    [false, 'not-read-back'],
    [false, 'not-read-back'],
    [false, true],
  ];
  for (const [isOn, result] of all) written(3, isOn, result);
  const row = (value: number, result: string) => `command.result config/digital-signals/3 ${value} ${result}`;
  expect(rows).toEqual([row(1, 'refused'), row(1, 'ok'), row(1, 'refused'), row(0, 'refused'), row(0, 'ok')]);
});
