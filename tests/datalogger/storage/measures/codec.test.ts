import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, encode } from '../../../../src/datalogger/storage/measures/codec';
import { fieldsOf } from '../../../../src/datalogger/storage/measures/kept';

const fields = fieldsOf('inverter');
const stored = fc.oneof(
  fc.constant(Number.NaN),
  fc.integer({ min: -1000, max: 1000 }),
  fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
);

test('whatever is packed comes back, missing values and large counters too', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(stored, { minLength: fields.length, maxLength: fields.length }), { maxLength: 5 }),
      devices => {
        const values = Float64Array.from(devices.flat());
        // A maximum goes with its mean: both are there or neither is.
        fields.forEach(({ rule }, offset) => {
          if (rule !== 'max') return;
          for (let at = offset; at < values.length; at += fields.length) {
            if (Number.isNaN(values[at - 1])) values[at] = Number.NaN;
          }
        });
        expect(decode(encode(values, fields), fields, devices.length)).toEqual(values);
      },
    ),
  );
});

test('a night costs one byte a value', () => {
  expect(encode(new Float64Array(fields.length * 10), fields)).toHaveLength(fields.length * 10);
});
