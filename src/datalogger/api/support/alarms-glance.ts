import type { ReplyOf } from '../../../contract';
import type { AlarmCounts, AlarmGroup, AlarmMoment } from '../../../contract/alarms';
import type { Occurrence } from '../../alarms/model';
import type { AlarmStore } from '../../storage/alarms/alarms';
import { eventPriority } from '../../storage/alarms/rows';

/** At most this many signs of single devices, because the answer is polled over the slowest links. */
const mostDeviceSigns = 40;
const mostLatest = 5;
const daySeconds = 86_400;
const monthSeconds = 30 * daySeconds;
const countedPriorities = [1, 2, 3, 4] as const;

type Sign = AlarmCounts['segni'][number];

/** The `look` of each state that is shown. Of the same priority, active and unacknowledged comes first. */
const lookOf: Partial<Record<Occurrence['state'], number>> = { attivo: 1, rientrato: 2, riconosciuto: 0 };
const drawnFirst = [1, 2, 0];

const isUnacknowledged = ({ state }: Occurrence) => state === 'attivo' || state === 'rientrato';

/** What every screen shows of the open occurrences, without events and without what was put aside. */
export function glanceOf(open: readonly Occurrence[]): Omit<AlarmCounts, 't'> {
  const shown = open.filter(
    ({ state, priority }) => lookOf[state] !== undefined && priority !== eventPriority,
  );
  const waiting = shown.filter(isUnacknowledged);
  const ofPriority = (alarms: readonly Occurrence[], wanted: number) =>
    alarms.filter(({ priority }) => priority === wanted).length;
  const latest = [...waiting].sort((a, b) => b.begin - a.begin || b.id - a.id).slice(0, mostLatest);
  return {
    priorita: countedPriorities.map(one => [ofPriority(shown, one), ofPriority(waiting, one)]),
    segni: signsOf(shown),
    ultimi: latest.map(({ id, code, subject, priority }) => [id, code, subject.name, priority]),
  };
}

function signsOf(shown: readonly Occurrence[]): Sign[] {
  const groups = new Map<string, Sign>();
  const devices = new Map<string, Sign>();
  for (const { subject, priority, state } of shown) {
    const { group, device } = subject;
    const look = lookOf[state] ?? 0;
    keepGravest(groups, group, [group, null, priority, look]);
    if (device !== null) keepGravest(devices, `${group}.${device}`, [group, device, priority, look]);
  }
  return [...groups.values(), ...fewest([...devices.values()])];
}

function keepGravest(signs: Map<string, Sign>, key: string, sign: Sign): void {
  const known = signs.get(key);
  if (!known || isGraver(sign, known)) signs.set(key, sign);
}

function isGraver([, , priority, look]: Sign, [, , otherPriority, otherLook]: Sign): boolean {
  if (priority !== otherPriority) return priority < otherPriority;
  return drawnFirst.indexOf(look) < drawnFirst.indexOf(otherLook);
}

/** The signs of the devices, whole groups at a time, those with the fewest first, up to the limit. */
function fewest(all: readonly Sign[]): Sign[] {
  const byGroup = new Map<AlarmGroup, Sign[]>();
  for (const sign of all) {
    const ofGroup = byGroup.get(sign[0]);
    if (ofGroup) ofGroup.push(sign);
    else byGroup.set(sign[0], [sign]);
  }
  const signs: Sign[] = [];
  for (const ofGroup of [...byGroup.values()].sort((a, b) => a.length - b.length)) {
    if (signs.length + ofGroup.length > mostDeviceSigns) break;
    signs.push(...ofGroup);
  }
  return signs;
}

/** The alarms of the last day and the most frequent of the last 30 days; `now` in epoch seconds. */
export function trendOf(
  store: AlarmStore,
  groups: readonly AlarmGroup[],
  now: number,
): Omit<ReplyOf<'GET allarmi/andamento'>, 't'> {
  return {
    giorno: store.begins(groups, now - daySeconds),
    frequenti: store.frequent(groups, now - monthSeconds).map(({ code, subject, priority, times }) => ({
      codice: code,
      gruppo: subject.group,
      dispositivo: subject.device,
      nome: subject.name,
      priorita: priority,
      volte: times,
    })),
  };
}

/** At most this many alarms of a moment of the past. */
const mostPresent = 100;

/** The alarms that were there at `t`, epoch seconds. */
export function momentOf(store: AlarmStore, groups: readonly AlarmGroup[], t: number): AlarmMoment {
  const present = store.presentAt(groups, t);
  return {
    t,
    totale: present.length,
    righe: present
      .slice(0, mostPresent)
      .map(({ id, code, group, device, name, priority, begin, isWaiting }) => [
        id,
        code,
        group,
        device,
        name,
        priority,
        begin,
        isWaiting,
      ]),
  };
}
