import { join } from 'node:path';
import { openConfigDatabase } from '../../../src/datalogger/storage/config/config-database';
import { emptyFrame } from '../../../src/datalogger/storage/measures/frame';
import { openMeasures } from '../../../src/datalogger/storage/measures/measures';
import { exampleSchedule } from '../../support/example-services';

/*
 * A program that is made to be killed: it writes configuration and samples as fast as the disk takes them, and says after each
 * write what it has written: `c` and the id of a schedule, `s` and the start of a minute of all groups.
 */
const [folder = ''] = process.argv.slice(2);
const config = openConfigDatabase(join(folder, 'config.db'));
const measures = openMeasures(join(folder, 'measures.db'));
const groups = ['impianto', 'inverter', 'contatori', 'sensori', 'stringhe'] as const;
const ids = Array.from({ length: 20 }, (_, index) => index + 1);

for (let t = (measures.newest('minute', 'impianto') ?? 0) + 60; ; t += 60) {
  process.stdout.write(`c${config.schedules.add({ ...exampleSchedule, nome: `Numero ${t}` })}\n`);
  measures.transaction(() => {
    for (const group of groups) measures.put('minute', group, emptyFrame(group, t, ids));
  });
  process.stdout.write(`s${t}\n`);
}
