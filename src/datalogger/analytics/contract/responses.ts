import type { Announced } from '../../storage/alarms/period';
import type { PlantFields } from '../../storage/config/plant-config';

type AgreedTimes = NonNullable<PlantFields['tempi']>[number];

/** Kept, missed, or still running within what was agreed. */
export type Verdict = 'kept' | 'missed' | 'running';

/** How fast an alarm was answered. Seconds; null while it was not. */
export interface Response {
  readonly alarm: Announced;
  /** Until somebody acknowledged it, or it was over without that; until it was over. */
  readonly responseS: number | null;
  readonly repairS: number | null;
  readonly response: Verdict;
  readonly repair: Verdict;
}

/** The alarms of a priority against the times that were agreed for it, h. */
export interface PriorityTimes {
  readonly priority: number;
  readonly responseH: number;
  readonly repairH: number;
  readonly responses: readonly Response[];
}

const hourS = 3600;

function judged(seconds: number | null, runningS: number, limitH: number): Verdict {
  if ((seconds ?? runningS) > limitH * hourS) return 'missed';
  return seconds === null ? 'running' : 'kept';
}

/**
 * The announced alarms of a time by priority, as they are known at `until`. What happened later is not known yet, so that the sheet of a
 * month stays as it is.
 */
export function responsesOf(
  alarms: readonly Announced[],
  agreed: readonly AgreedTimes[],
  until: number,
): PriorityTimes[] {
  const byPriority = [...agreed].sort((a, b) => a.priorita - b.priorita);
  return byPriority.map(({ priorita, risposta, riparazione }) => ({
    priority: priorita,
    responseH: risposta,
    repairH: riparazione,
    responses: alarms
      .filter(({ priority }) => priority === priorita)
      .map(alarm => responseOf(alarm, { responseH: risposta, repairH: riparazione }, until)),
  }));
}

function responseOf(
  alarm: Announced,
  { responseH, repairH }: Pick<PriorityTimes, 'responseH' | 'repairH'>,
  until: number,
): Response {
  const { begin, end, acknowledged = null } = alarm;
  const known = (t: number | null) => (t !== null && t <= until ? t - begin : null);
  const repairS = known(end);
  const answers = [known(acknowledged), repairS].filter(seconds => seconds !== null);
  const responseS = answers.length === 0 ? null : Math.min(...answers);
  const runningS = until - begin;
  return {
    alarm,
    responseS,
    repairS,
    response: judged(responseS, runningS, responseH),
    repair: judged(repairS, runningS, repairH),
  };
}
