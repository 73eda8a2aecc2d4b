import { expect, test } from 'vitest';
import { linesIn } from '../../../../src/datalogger/integrations/feeds/influx-window';
import { emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import { fieldIndex, fieldsOf, type KeptGroup } from '../../../../src/datalogger/storage/measures/kept';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';

/** Epoch seconds of a time of 10 June at Rome. */
const at = (time: string) => Date.parse(`2026-06-10T${time}:00+02:00`) / 1000;

function minuteOf(group: KeptGroup, t: number, ids: readonly number[]) {
  const frame = emptyFrame(group, t, ids);
  const width = fieldsOf(group).length;
  ids.forEach((_, device) => {
    frame.values[device * width] = 60;
    frame.values[device * width + fieldIndex(group, 'eday')] = 1000;
  });
  return frame;
}

test('energies that a doubted counter has counted are marked from then to the end of their day', () => {
  const archive = openMeasures(':memory:');
  const minutes = ['11:59', '12:00', '23:59', '24:00'].map(time =>
    time === '24:00' ? at('23:59') + 60 : at(time),
  );
  for (const t of minutes) {
    archive.put('minute', 'impianto', minuteOf('impianto', t, [1]));
    archive.put('minute', 'inverter', minuteOf('inverter', t, [1, 2]));
  }
  archive.doubts.add({ group: 'inverter', device: 2, since: at('12:00') });
  const past = { archive, alarms: { standing: () => [] }, zone: () => 'Europe/Rome' };
  const origin = { plant: 'p', serial: 's', peakKwp: null };
  const window = { from: at('11:00'), to: at('23:59') + 120 };
  const marked = linesIn(past, origin, ['impianto', 'inverter'], window)
    .filter(line => line.includes('incerti=1'))
    .map(line => /^(\w+),.*device=(\d+) .* (\d+)$/.exec(line)?.slice(1).join(' '));
  expect(marked).toEqual(
    ['impianto 1', 'inverter 2'].flatMap(device => [at('12:00'), at('23:59')].map(t => `${device} ${t}`)),
  );
  archive.close();
});
