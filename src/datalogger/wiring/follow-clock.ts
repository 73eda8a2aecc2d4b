import { earliestS } from '../../contract/earliest';
import type { AlarmKeeping } from '../alarms/alarm-keeping';
import { dataloggerItself } from '../api/http/handler';
import type { Log } from '../core/log';
import type { ClockStep, SteadyClock } from '../core/time/steady-clock';
import type { Recorder } from '../storage/config/audit';
import type { ConfigDatabase } from '../storage/config/config-database';
import type { BackgroundWork } from './background-work';

interface Followers {
  readonly deviceClock: SteadyClock;
  readonly plantClock: SteadyClock;
  readonly config: Pick<ConfigDatabase, 'sessions' | 'resetCodes' | 'atomically'>;
  readonly alarms: Pick<AlarmKeeping, 'shift'>;
  readonly background: Pick<BackgroundWork, 'shift'>;
  readonly record: Recorder;
  readonly log: Log;
}

/**
 * Whenever a clock is set, a row is written to the audit log, and whatever runs keeps its age and the time it has left: sessions and codes
 * by the device's clock, alarms and schedules by the plant's. The sampler listens to the clock on its own.
 */
export function followClocks({
  deviceClock,
  plantClock,
  config,
  alarms,
  background,
  record,
  log,
}: Followers): void {
  const onStepOf = (clock: SteadyClock, follow: (step: ClockStep) => void) =>
    clock.onStep(step => {
      try {
        if (step.shiftMs !== 0) follow(step);
      } catch (error) {
        log.error('the clock was set, and not everything could follow', error);
      }
    });
  for (const clock of new Set([deviceClock, plantClock])) clock.onStep(step => recordStep(step, record, log));
  onStepOf(deviceClock, ({ fromMs, shiftMs }) => {
    const [fromS, seconds] = [Math.floor(fromMs / 1000), Math.round(shiftMs / 1000)];
    config.atomically(() => {
      config.sessions.shift(fromS, seconds);
      config.resetCodes.shift(fromS, seconds);
    });
  });
  onStepOf(plantClock, step => alarms.shift(step));
  onStepOf(plantClock, step => background.shift(step));
}

/** The row says `refused` where the clock was set to an impossible time: nothing follows it. */
function recordStep({ fromMs, toMs }: ClockStep, record: Recorder, log: Log): void {
  const seconds = Math.round((toMs - fromMs) / 1000);
  const changes = { ora: [textOf(fromMs), textOf(toMs)], secondi: [null, seconds] } as const;
  const result = fromMs >= earliestS * 1000 && toMs < earliestS * 1000 ? 'refused' : 'ok';
  log.info(`the clock was set by ${seconds} s, from ${textOf(fromMs)} to ${textOf(toMs)}`);
  try {
    record(dataloggerItself, 'clock.step', 'sistema', { changes, result });
  } catch (error) {
    log.error('that the clock was set could not be put on record', error);
  }
}

const textOf = (epochMs: number) => new Date(epochMs).toISOString().replace(/\.\d+/, '');
