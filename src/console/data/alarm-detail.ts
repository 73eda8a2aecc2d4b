import type { Language } from '../../contract/languages';
import { type Alarm, type AlarmState, needed, neededTime, readAlarm, readState } from './alarm-rows';
import { numberOrNull, readArray, readObject, textIn, textOrNull, timeOrNull } from './read';
import { type Resource, resource } from './resource';

/** A step in the history of an alarm. */
export interface Step {
  readonly atS: number;
  readonly from: AlarmState;
  readonly to: AlarmState;
  /** The user; null where the step was automatic. */
  readonly by: string | null;
  readonly note: string;
  readonly value: number | null;
}

export interface Occurrence {
  readonly id: number;
  readonly beginS: number;
  readonly endS: number | null;
}

export interface AlarmDetail {
  readonly alarm: Alarm;
  /** Possible cause, what follows, what to do; empty where the datalogger has no text for the code. */
  readonly advice: readonly (readonly [which: 'cause' | 'consequence' | 'action', text: string])[];
  readonly story: readonly Step[];
  /** Earlier alarms of the same kind on the same device, newest first. */
  readonly earlier: readonly Occurrence[];
}

/** The texts of the answer are in `lingua`. */
export function alarmDetail(id: number, lingua: Language): Resource<AlarmDetail> {
  return resource('GET allarmi/:id', { params: { id: String(id) }, query: { lingua } }, readDetail);
}

function readDetail(raw: unknown): AlarmDetail {
  const detail = readObject(raw, 'an alarm in detail');
  return {
    alarm: readAlarm(detail.allarme),
    advice: readAdvice(detail.testi),
    story: readArray(detail.storia, 'a story').map(readStep),
    earlier: readArray(detail.precedenti, 'earlier occurrences').map(each => {
      const row = readObject(each, 'an earlier occurrence');
      return { id: needed(row, 'id'), beginS: neededTime(row, 'inizio'), endS: timeOrNull(row.fine) };
    }),
  };
}

function readAdvice(raw: unknown): AlarmDetail['advice'] {
  if (raw === undefined) return [];
  const texts = readObject(raw, 'texts of an alarm');
  const fields = [
    ['cause', 'causa'],
    ['consequence', 'conseguenza'],
    ['action', 'azione'],
  ] as const;
  return fields.flatMap(([which, field]) => {
    const text = textOrNull(texts[field]);
    return text === null ? [] : [[which, text] as const];
  });
}

function readStep(raw: unknown): Step {
  const step = readObject(raw, 'a step');
  return {
    atS: neededTime(step, 't'),
    from: readState(step.da),
    to: readState(step.a),
    by: textOrNull(step.chi),
    note: textIn(step.nota),
    value: numberOrNull(step.valore),
  };
}
