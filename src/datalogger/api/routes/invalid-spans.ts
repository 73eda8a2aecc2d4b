import { longestMarkDays, type MarkBody, markStepS } from '../../../contract/invalid-spans';
import type { InvalidSpans } from '../../analytics/invalid-spans';
import type { SteadyClock } from '../../core/time/steady-clock';
import type { Snapshot } from '../../plant/snapshot';
import type { Recorder } from '../../storage/config/audit';
import type { Devices } from '../../storage/config/devices';
import type { PlantConfig } from '../../storage/config/plant-config';
import type { Measures } from '../../storage/measures/measures';
import { openQuarter } from '../../storage/measures/rollup';
import { type Handlers, notFound, ProblemError } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import { configuredOf } from './reports';

type SpanKey = Extract<keyof Handlers, `${string} misure/invalide${string}`>;

interface Deps {
  readonly archive: Measures;
  readonly invalidSpans: InvalidSpans;
  readonly clock: SteadyClock;
  readonly record: Recorder;
  readonly snapshot: () => Snapshot;
  readonly zone: () => string;
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly devices: Pick<Devices, 'all'>;
  readonly longWork: LongWork;
}

const dayS = 86_400;
/** Marks that are kept: every reader of the archive looks at all of them. */
const mostMarks = 1000;

/** Times that are marked as invalid. */
export function invalidSpanHandlers(deps: Deps): Pick<Handlers, SpanKey> {
  const { archive, invalidSpans, clock, record } = deps;
  const free = () => {
    if (invalidSpans.isBusy) throw new ProblemError(409, 'conflict', 'Another mark is being computed.');
  };
  return {
    'GET misure/invalide': () => ({ tratti: [...invalidSpans.all()] }),
    'POST misure/invalide/anteprima': ({ body, caller, left }) => {
      requireMarkable(archive, body);
      const place = placeOf(body);
      const made = () => ({ input: { place, snapshot: deps.snapshot(), ...configuredOf(deps) } });
      return deps.longWork.run('preview', made, { caller, left });
    },
    'POST misure/invalide': async ({ body, caller }) => {
      free();
      if (archive.spans.all().length >= mostMarks)
        throw new ProblemError(409, 'conflict', `There are at most ${mostMarks} marks.`);
      requireMarkable(archive, body);
      const made = { reason: body.motivo, by: caller.user ?? '', madeAt: Math.floor(clock.now() / 1000) };
      const span = await invalidSpans.mark({ ...placeOf(body), ...made });
      record(caller, 'measures.invalidate', objectOf(span), { changes: changesOf(span, false) });
      return span;
    },
    'DELETE misure/invalide/:id': async ({ params, caller }) => {
      free();
      const span = archive.spans.all().find(({ id }) => String(id) === params.id);
      if (!span) throw notFound();
      await invalidSpans.takeBack(span);
      const wire = {
        gruppo: span.group,
        dispositivo: span.device,
        da: span.from,
        a: span.to,
        motivo: span.reason,
      };
      record(caller, 'measures.restore', objectOf(wire), { changes: changesOf(wire, true) });
    },
  };
}

type Marked = { readonly [K in keyof MarkBody]: MarkBody[K] | string };

const objectOf = ({ gruppo, dispositivo }: Pick<Marked, 'gruppo' | 'dispositivo'>) =>
  `${gruppo}/${dispositivo}`;

/** Old and new value of each field, as the audit log keeps them. */
function changesOf({ da, a, motivo }: Pick<Marked, 'da' | 'a' | 'motivo'>, isGone: boolean) {
  return Object.fromEntries(
    Object.entries({ da, a, motivo }).map(([name, value]) => [
      name,
      isGone ? ([value, null] as const) : ([null, value] as const),
    ]),
  );
}

const placeOf = ({ gruppo, dispositivo, da, a }: Omit<MarkBody, 'motivo'>) => ({
  group: gruppo,
  device: dispositivo,
  from: da,
  to: a,
});

/** From when on days can be computed again: from the begin of the archive, or from its oldest quarter where older days have lost theirs. */
function oldestComputable(archive: Measures, group: MarkBody['gruppo']): number {
  const [day, quarter] = [archive.oldestKept('day', group), archive.oldestKept('quarter', group)];
  if (day === null || quarter === null) return 0;
  return day + dayS > quarter ? day : quarter;
}

function requireMarkable(archive: Measures, { gruppo, dispositivo, da, a }: Omit<MarkBody, 'motivo'>): void {
  const refuse = (campo: string, code: string, text: string) =>
    new ProblemError(422, 'not_allowed', text, { campo, da: code });
  const isKnown = archive.deviceIds(gruppo).includes(dispositivo);
  if (!isKnown) throw refuse('dispositivo', 'unknown', 'The archive has no such device.');
  if (da % markStepS !== 0) throw refuse('da', 'quarter', 'A mark begins with a quarter of an hour.');
  if (a % markStepS !== 0) throw refuse('a', 'quarter', 'A mark ends with a quarter of an hour.');
  if (a <= da) throw refuse('a', 'order', 'The end is not after the begin.');
  if (a - da > longestMarkDays * dayS)
    throw refuse('a', 'long', `A mark has ${longestMarkDays} days at most.`);
  if (a > openQuarter(archive, gruppo)) throw refuse('a', 'future', 'This time is not over yet.');
  if (da < oldestComputable(archive, gruppo))
    throw refuse('da', 'old', 'The quarters of this time are no longer kept.');
  const isDouble = archive.spans
    .all()
    .some(span => span.group === gruppo && span.device === dispositivo && span.from < a && span.to > da);
  if (isDouble) throw refuse('da', 'overlap', 'This time is marked already, in part or all of it.');
}
