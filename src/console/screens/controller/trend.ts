import { useMemo, useRef } from 'react';
import { type Resource, resource } from '../../data/resource';
import { numberAt, readTable, timeAt } from '../../data/table';
import { useResource } from '../../data/use-resource';
import { type Controller, type ControllerLive, limitKwOf } from './controller-live';

/** One sample of the controller, kW. */
export interface TrendSample {
  readonly t: number;
  readonly p: number | null;
  readonly limit: number | null;
}

/** Time that is shown, s. */
const shownS = 600;
/** Two samples with a longer distance than this are not joined by a line, s. */
export const gapS = 13;
/** The newest minute of the archive is missing until it is written. */
const everyMs = 60_000;

/** The samples that the datalogger kept before `to` (epoch seconds). */
function samplesBefore(to: number, controller: Controller): Resource<readonly TrendSample[]> {
  const [p, limit] = [`cci.${controller.id}.p`, `cci.${controller.id}.plim`];
  const query = { m: `${p},${limit}`, da: String(to - shownS), a: String(to) };
  const read = (raw: unknown) => {
    const table = readTable(raw);
    return Array.from({ length: table.rows }, (_, row) => ({
      t: timeAt(table, 't', row) ?? 0,
      p: numberAt(table, p, row),
      limit: limitKwOf(numberAt(table, limit, row), controller),
    }));
  };
  return resource('GET dati_impianto/campioni', { query }, read, { everyMs });
}

/** The last ten minutes, oldest first: what was kept before the screen was opened, and every poll since. */
export function useTrend(live: ControllerLive | undefined): readonly TrendSample[] {
  const polled = useRef<readonly TrendSample[]>([]);
  const kept = useRef<readonly TrendSample[]>([]);
  const openedS = useRef<number | null>(null);
  const controller = live?.controller;
  if (live && controller && live.t > (polled.current.at(-1)?.t ?? 0)) {
    const isSilent = controller.state === 'silent';
    const sample = {
      t: live.t,
      p: isSilent ? null : controller.p,
      limit: isSilent ? null : limitKwOf(controller.appliedPercent, controller),
    };
    openedS.current ??= Math.floor(live.t);
    polled.current = [...polled.current.filter(({ t }) => t > live.t - shownS), sample];
  }
  const opened = openedS.current;
  const isWhole = opened === null || (kept.current.at(-1)?.t ?? 0) >= opened - gapS;
  const id = controller?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the controller
  const archived = useMemo(
    () => (isWhole || !controller ? null : samplesBefore(opened, controller)),
    [opened, isWhole, id],
  );
  const { value } = useResource(archived);
  if (value) kept.current = value;
  const [before, since] = [kept.current, polled.current];
  return useMemo(() => {
    const oldest = (since.at(-1)?.t ?? 0) - shownS;
    return [...before.filter(({ t }) => t > oldest), ...since];
  }, [before, since]);
}
