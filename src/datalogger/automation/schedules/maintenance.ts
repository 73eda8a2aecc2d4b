import type { LogGroup } from '../../../contract/logbook';
import type { ScheduleAction } from '../../../contract/schedules';
import type { Occurrence } from '../../alarms/model';
import type { Snapshot } from '../../plant/snapshot';
import type { Devices } from '../../storage/config/devices';
import type { Logbook } from '../../storage/config/logbook';

export type Maintenance = Extract<ScheduleAction, { tipo: 'manutenzione' }>;

/** Where the records of the devices are, and how the log book names their group. */
const targets = [
  ['inverter', 'inverters', 'inverter'],
  ['quadro', 'box-stringhe', 'box-stringhe'],
  ['tracker', 'trackers', 'tracker'],
  ['segnale', 'digital-signals', 'di'],
] as const;

/** Whether an alarm is about what is under maintenance. */
export function isUnder(
  action: Maintenance,
  { code, subject: { group, device } }: Pick<Occurrence, 'code' | 'subject'>,
  { groups: { stringhe } }: Pick<Snapshot, 'groups'>,
): boolean {
  const { inverter, quadro, tracker, segnale, codice } = action;
  if (codice !== null && codice !== code) return false;
  if ([inverter, quadro, tracker, segnale].every(id => id === null)) return true;
  if (device === null) return false;
  if (group === 'stringhe') {
    const at = stringhe.id.indexOf(device);
    const of = (point: 'quadro' | 'inverter') => stringhe.values[point]?.[at] ?? null;
    return (quadro !== null && of('quadro') === quadro) || (inverter !== null && of('inverter') === inverter);
  }
  const wanted = { inverter, tracker, di: segnale }[group as string];
  return wanted === device;
}

interface Books {
  readonly logbook: Logbook;
  readonly devices: Pick<Devices, 'find'>;
}

/** What the log book tells of maintenance: one note for each device, or one for the plant. */
export class MaintenanceNotes {
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  /** Whether every device that it names is there. */
  hasDevices(action: Maintenance): boolean {
    return targets.every(([field, kind]) => {
      const id = action[field];
      return id === null || this.#books.devices.find(kind, id) !== null;
    });
  }

  /** Writes that it is from `begin` to `end`, epoch s. */
  write(action: Maintenance, begin: number, end: number): void {
    const { motivo: text, codice, concordata } = action;
    for (const { group, device, name } of this.#subjects(action)) {
      // Only inverters, and the plant as a whole, have losses of a stated cause.
      const hasCause = codice === null && (group === 'inverter' || group === 'impianto');
      const cause = hasCause ? (concordata ? 'concordata' : 'pianificata') : null;
      const about = { group, device, name, alarm: null, begin, end };
      const told = codice === null ? text : `${codice}: ${text}`;
      this.#books.logbook.add({ ...about, text: told, cause, author: 'datalogger', writtenS: begin });
    }
  }

  /** It ends at `t` instead of at `end`. */
  shorten(action: Maintenance, end: number, t: number): void {
    const { logbook } = this.#books;
    if (t >= end) return;
    for (const { group, device } of this.#subjects(action)) {
      const written = logbook
        .list({ from: end, group }, mostSearched)
        .find(note => note.author === 'datalogger' && note.end === end && note.device === device);
      if (!written) continue;
      const { id, ...note } = written;
      logbook.remove(id);
      if (t > note.begin) logbook.add({ ...note, end: t });
    }
  }

  #subjects(action: Maintenance): { group: LogGroup; device: number | null; name: string }[] {
    const named = targets.flatMap(([field, kind, group]) => {
      const device = action[field];
      if (device === null) return [];
      return [{ group, device, name: this.#books.devices.find(kind, device)?.nome ?? '' }];
    });
    return named.length > 0 ? named : [{ group: 'impianto', device: null, name: '' }];
  }
}

const mostSearched = 500;
