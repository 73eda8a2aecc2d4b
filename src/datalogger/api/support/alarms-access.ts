import type { Role } from '../../../contract';
import { alarmGroups, cciAlarmGroups, longestShelving } from '../../../contract/alarm-codes';
import type { Alarm, AlarmGroup, Transition } from '../../../contract/alarms';
import { sensorKinds } from '../../../contract/codes';
import type { AlarmKeeping } from '../../alarms/alarm-keeping';
import type { Occurrence, Step } from '../../alarms/model';
import type { LostByAlarm, LostByAlarms } from '../../analytics/reports/lost-by-alarm';
import type { Clock } from '../../core/time/clock';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { Consequences } from '../../storage/alarms/incidents';
import type { Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Caller, ProblemError } from '../http/handler';
import type { LongWork } from '../long-work/long-work';

export interface AlarmDeps {
  readonly alarms: AlarmKeeping;
  readonly store: AlarmStore;
  readonly config: Pick<ConfigDatabase, 'atomically' | 'devices' | 'settings'>;
  readonly record: Recorder;
  /** Alarms follow the plant's clock. */
  readonly plantClock: Clock;
  /** What alarms cost. */
  readonly lost: Pick<LostByAlarms, 'of' | 'ready'>;
  readonly longWork: Pick<LongWork, 'run'>;
  /** Judges the plant up to now. */
  readonly bringUpToDate: () => void;
}

/** Epoch seconds of the plant's clock. */
export function nowS({ plantClock }: AlarmDeps): number {
  return Math.floor(plantClock.now() / 1000);
}

/** The groups whose alarms a role sees and handles. */
export function groupsOf(role: Role): readonly AlarmGroup[] {
  if (role === 'anonymous') return [];
  return role === 'cci' ? cciAlarmGroups : alarmGroups;
}

/** For how many minutes at most a role may shelve now. */
export const shelvingMinutes = ({ config }: AlarmDeps, role: Role) =>
  longestShelving(role, config.settings.read().value.sospensione_operatori);

/** An occurrence that the caller may see; 404 for all others. `campo` is the field that named it. */
export function visible({ alarms }: AlarmDeps, { role }: Caller, id: number, campo?: string): Occurrence {
  const occurrence = alarms.find(id);
  if (occurrence && groupsOf(role).includes(occurrence.subject.group)) return occurrence;
  throw new ProblemError(404, 'not_found', 'No such alarm.', campo === undefined ? {} : { campo });
}

/** Occurrences in the form of the API, for a caller with this role. */
export function wireAll(deps: AlarmDeps, caller: Caller, occurrences: readonly Occurrence[]): Alarm[] {
  const ids = occurrences.map(({ id }) => id);
  const consequences = deps.store.consequences(ids, groupsOf(caller.role));
  return occurrences.map(occurrence => wire(deps, caller, occurrence, consequences.get(occurrence.id)));
}

/** The same of a single one. */
export function wireOne(deps: AlarmDeps, caller: Caller, occurrence: Occurrence): Alarm {
  const { id } = occurrence;
  const consequences = deps.store.consequences([id], groupsOf(caller.role));
  return wire(deps, caller, occurrence, consequences.get(id));
}

function wire(
  deps: AlarmDeps,
  { role }: Caller,
  occurrence: Occurrence,
  consequences: Consequences | undefined,
): Alarm {
  const lost = deps.lost.of(occurrence, nowS(deps));
  return alarmOf(occurrence, {
    unit: unitOf(deps, occurrence),
    lost: role === 'cci' && lost ? { ...lost, euros: null } : lost,
    consequences,
  });
}

/** The alarm of a sensor whose value is beyond its limits; the unit is that of the sensor. */
const ownUnitCode = 'SEN01';

/** The unit of the value and the threshold of an alarm: that of its rule, or of its sensor. */
export function unitOf({ alarms, config }: AlarmDeps, { code, subject }: Occurrence): string {
  if (code !== ownUnitCode || subject.device === null) return alarms.rule(code)?.rule.unit ?? '';
  const kind = config.devices.find('sensori', subject.device)?.tipo;
  return sensorKinds.find(([name]) => name === kind)?.[1] ?? '';
}

/** Decimals of a measured value; three where the unit is not listed. Thresholds have three, because they are shown as they are set. */
const decimalsOf: Readonly<Record<string, number>> = {
  '%': 1,
  '°C': 1,
  '°': 1,
  'm/s': 1,
  V: 1,
  hPa: 1,
  mm: 1,
  Hz: 2,
  A: 2,
  'W/m²': 0,
  kΩ: 0,
  min: 0,
  d: 0,
  ms: 0,
};

function rounded(value: number | null, decimals = 3): number | null {
  const factor = 10 ** decimals;
  return value === null ? null : Math.round(value * factor) / factor;
}

interface Around {
  /** Of its value and threshold. */
  readonly unit: string;
  /** What it cost. */
  readonly lost: LostByAlarm | null;
  /** What it hides; undefined for nothing. */
  readonly consequences: Consequences | undefined;
}

function alarmOf(occurrence: Occurrence, { unit, lost, consequences }: Around): Alarm {
  const { subject, acknowledged, shelf } = occurrence;
  return {
    id: occurrence.id,
    codice: occurrence.code,
    gruppo: subject.group,
    dispositivo: subject.device,
    nome: subject.name,
    priorita: occurrence.priority,
    stato: occurrence.state,
    presente: occurrence.isPresent,
    inizio: occurrence.begin,
    fine: occurrence.end,
    valore: rounded(occurrence.value, decimalsOf[unit]),
    soglia: rounded(occurrence.threshold),
    unita: unit,
    volte: occurrence.times,
    riconosciuto: acknowledged && { da: acknowledged.by, quando: acknowledged.at, nota: acknowledged.note },
    accantonato: shelf && { da: shelf.by, quando: shelf.at, fino: shelf.until, motivo: shelf.reason },
    causa: occurrence.cause,
    ...(consequences && {
      conseguenze: {
        allarmi: consequences.alarms,
        dispositivi: consequences.devices,
        da_riconoscere: consequences.waiting,
      },
    }),
    persa: lost && rounded(lost.kwh),
    ...(lost && lost.euros !== null && { costo: lost.euros }),
    instabile: occurrence.isChattering,
    versione: occurrence.version,
  };
}

export function transitionOf({ t, from, to, by, note, value }: Step, unit: string): Transition {
  return { t, da: from, a: to, chi: by, nota: note, valore: rounded(value, decimalsOf[unit]) };
}
