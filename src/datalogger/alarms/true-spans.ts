import type { Happening, Occurrence, TrueSpan } from './model';

/** What a span says of the occurrence beside its times. `isAnnounced`: it is shown as active now. */
type Look = Pick<Occurrence, 'value' | 'cause' | 'priority' | 'isAnnounced' | 'times' | 'isPresent'>;

/**
 * So long after the begin of a span (s), a cause or priority that shows up late is taken for that of all of it. A later one begins
 * a new span, so that a day that is over stays as it was reported.
 */
const settledS = 3600;

export function newSpan(
  t: number,
  { value, cause, priority, isAnnounced }: Omit<Look, 'times' | 'isPresent'>,
) {
  return { begin: t, from: t, end: null, value, cause, priority, isAnnounced, times: 1 } satisfies TrueSpan;
}

/** The spans that are others than before because of what happened, oldest first. */
export function spansAfter(was: Occurrence, now: Look, happening: Happening): readonly TrueSpan[] {
  const { span } = was;
  if (happening.kind === 'on') return [newSpan(happening.t, now)];
  if (happening.kind === 'off') return [{ ...span, end: happening.t }];
  if (!was.isPresent) return [];
  if (happening.kind === 'chatter') return [{ ...span, times: span.times + now.times - was.times }];
  const isAnnounced = span.isAnnounced || now.isAnnounced;
  const isSameCause = span.cause === now.cause;
  if (isSameCause && span.priority === now.priority && span.isAnnounced === isAnnounced) return [];
  const t = timeOf(happening);
  const { cause, priority } = now;
  if (t - span.from < settledS) return [{ ...span, cause, priority, isAnnounced }];
  const rest = isSameCause
    ? { ...span, from: t, priority, isAnnounced, times: 0 }
    : { ...newSpan(t, now), value: span.value, times: now.isAnnounced ? 1 : 0 };
  return [{ ...span, end: t }, rest];
}

function timeOf(happening: Exclude<Happening, { kind: 'chatter' }>): number {
  if ('action' in happening) return happening.action.at;
  return 'shelf' in happening ? happening.shelf.at : happening.t;
}
