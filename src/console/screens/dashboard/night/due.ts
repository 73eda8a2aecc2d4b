import { resource } from '../../../data/resource';
import { readTable } from '../../../data/table';
import { numberOf, readDevices } from '../../../device-screens/device-list';

/** A device whose calibration is due, and in how many days; negative once it is over. */
export interface Due {
  readonly group: 'sensori' | 'contatori';
  readonly name: string;
  readonly days: number;
}

/** Days before its end from which an expiring calibration is announced. */
const announcedDays = 30;
const everyMs = 3_600_000;

function readDue(raw: unknown): readonly Due[] {
  const table = readTable(raw);
  return (['sensori', 'contatori'] as const)
    .flatMap(group =>
      readDevices(table, group, ['taratura']).devices.flatMap(device => {
        const days = numberOf(device, 'taratura');
        return days === null || days > announcedDays ? [] : [{ group, name: device.name, days }];
      }),
    )
    .sort((a, b) => a.days - b.days);
}

/** The calibrations that are due, the earliest first. */
export const dueCalibrations = resource(
  'GET dati_impianto/RT',
  { query: { m: 'sensori.taratura,contatori.taratura' } },
  readDue,
  { everyMs },
);
