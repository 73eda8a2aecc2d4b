import { expect, test } from 'vitest';
import { plantSizes } from '../../../../../src/datalogger/sources/simulator/sizes';
import { clearMorning, column, plantAt, rowsOf, seconds, sum, value } from '../support';

test.each(plantSizes)(
  '%s: the inputs of an inverter make its direct-current power, and strings theirs',
  size => {
    const plant = plantAt(clearMorning, { size });
    const owners = column(plant, 'mppt', 'inverter');
    const ofInverter = (point: string, id: number) =>
      sum(column(plant, 'mppt', point).filter((_, index) => owners[index] === id));
    for (const { id, inputs } of plant.plan.inverters) {
      expect(inputs).toBe(value(plant, 'inverter', 'ingressi', id));
      expect(inputs).toBeLessThanOrEqual(24);
      expect(owners.filter(owner => owner === id)).toHaveLength(inputs);
      expect(ofInverter('p', id)).toBeCloseTo(value(plant, 'inverter', 'pdc', id), 9);
      expect(ofInverter('i', id) / value(plant, 'inverter', 'idc', id)).toBeCloseTo(1, 1);
    }
    const strings = sum(['s1', 's2', 's3', 's4'].flatMap(point => column(plant, 'mppt', point)));
    expect(strings).toBeCloseTo(sum(column(plant, 'mppt', 'i')), 6);
    expect(strings).toBeCloseTo(sum(column(plant, 'stringhe', 'i')), 6);
  },
);

test('an open string shows at its input, and a silent inverter leaves its inputs as they were', () => {
  const plant = plantAt(clearMorning);
  plant.inject({ kind: 'string-open', string: 12 });
  plant.advance(seconds(clearMorning) + 5);
  const input = plant.plan.inputs.findIndex(({ strings }) => strings.includes(12));
  const deviations = column(plant, 'mppt', 'dev');
  expect(deviations[input]).toBeCloseTo(-50, -1);
  expect(deviations.filter(deviation => Math.abs(deviation ?? 0) > 5)).toHaveLength(1);
  const before = column(plant, 'mppt', 'p').slice(0, 8);
  plant.inject({ kind: 'inverter-silent', inverter: 2 });
  plant.advance(seconds(clearMorning) + 60);
  const rows = rowsOf(plant, 'mppt');
  expect(rows.q.slice(0, 9)).toEqual([192, 192, 192, 192, 0, 0, 0, 0, 192]);
  expect(column(plant, 'mppt', 'p').slice(4, 8)).toEqual(before.slice(4));
});
