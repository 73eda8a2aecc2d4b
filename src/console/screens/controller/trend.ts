import { useRef } from 'react';
import { type ControllerLive, limitKwOf } from './controller-live';

/** One poll of the controller, kW. */
export interface TrendSample {
  readonly t: number;
  readonly p: number | null;
  readonly limit: number | null;
}

/** Number of polls in ten minutes, one every 4 s. */
const kept = 150;

/** The polls since the screen was opened, oldest first, at most ten minutes of them. */
export function useTrend(live: ControllerLive | undefined): readonly TrendSample[] {
  const samples = useRef<readonly TrendSample[]>([]);
  const controller = live?.controller;
  if (live && controller && live.t > (samples.current.at(-1)?.t ?? 0)) {
    const isSilent = controller.state === 'silent';
    const sample = {
      t: live.t,
      p: isSilent ? null : controller.p,
      limit: isSilent ? null : limitKwOf(controller.appliedPercent, controller),
    };
    samples.current = [...samples.current, sample].slice(-kept);
  }
  return samples.current;
}
