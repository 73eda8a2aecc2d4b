import type { AlarmState, Priority } from '../../contract/alarms';
import type { Change, Happening, Occurrence, Step, Subject } from './model';
import { newSpan, spansAfter } from './true-spans';

/**
 * The states of ISA-18.2 (domain.md, section 3). The state is computed from the facts of an occurrence, so that an
 * occurrence that was hidden comes back in its true state.
 */

type OccurrenceFacts = Pick<
  Occurrence,
  | 'priority'
  | 'isPresent'
  | 'isAnnounced'
  | 'acknowledged'
  | 'shelf'
  | 'isSuppressed'
  | 'isOutOfService'
  | 'cause'
  | 'end'
  | 'value'
  | 'threshold'
  | 'times'
  | 'isChattering'
>;

/** Events are recorded; nobody has to acknowledge them. */
const event: Priority = 5;

/** Whether nothing is left to do: the condition is gone and nobody has to acknowledge that. */
function isSettled({ isPresent, isAnnounced, acknowledged, priority }: OccurrenceFacts): boolean {
  return !isPresent && (acknowledged !== null || !isAnnounced || priority === event);
}

function stateOf(facts: OccurrenceFacts): AlarmState {
  // It stays shelved until somebody ends that or it expires: a condition that goes does not end it.
  if (isSettled(facts) && facts.shelf === null) return 'chiuso';
  if (facts.isOutOfService) return 'fuori_servizio';
  if (facts.isSuppressed) return 'soppresso';
  if (facts.shelf !== null) return 'accantonato';
  if (!facts.isPresent) return 'rientrato';
  return facts.acknowledged === null ? 'attivo' : 'riconosciuto';
}

const hidden: readonly AlarmState[] = ['accantonato', 'soppresso', 'fuori_servizio', 'chiuso'];

/** A condition that comes. `isSuppressed`, `cause` and `isOutOfService` say what hides it from the start. */
export interface Coming extends Pick<Occurrence, 'isSuppressed' | 'cause' | 'isOutOfService'> {
  readonly id: number;
  readonly code: string;
  readonly subject: Subject;
  readonly priority: Priority;
  readonly t: number;
  readonly value: number | null;
  readonly threshold: number | null;
}

/** A new occurrence. */
export function raise({ t, ...coming }: Coming): Change {
  const facts = {
    ...coming,
    isPresent: true,
    isAnnounced: false,
    begin: t,
    end: null,
    times: 1,
    acknowledged: null,
    shelf: null,
    isChattering: false,
  };
  const state = stateOf(facts);
  const step: Step = { t, from: 'chiuso', to: state, by: null, note: '', value: coming.value };
  const isAnnounced = !hidden.includes(state);
  const span = newSpan(t, { ...facts, isAnnounced });
  return { occurrence: { ...facts, state, isAnnounced, span, version: 1 }, steps: [step], spans: [span] };
}

/** Applies an event to an occurrence; null where it changes nothing: an occurrence that is over stays over, and only the first acknowledgement counts. */
export function apply(occurrence: Occurrence, happening: Happening): Change | null {
  if (occurrence.state === 'chiuso') return null;
  const changed = factsAfter(occurrence, happening);
  if (changed === null) return null;
  const facts = { ...occurrence, ...changed };
  const state = stateOf(facts);
  const isAnnounced = facts.isAnnounced || !hidden.includes(state);
  const spans = spansAfter(occurrence, { ...facts, isAnnounced: !hidden.includes(state) }, happening);
  const span = spans.at(-1) ?? occurrence.span;
  const next: Occurrence = { ...facts, state, isAnnounced, span, version: occurrence.version + 1 };
  // A different cause of something that is already hidden is not a change of state.
  const isStep = happening.kind !== 'chatter' && !(happening.kind === 'suppress' && occurrence.isSuppressed);
  if (!isStep) return { occurrence: next, steps: [], spans };
  const step = { ...trace(happening), from: occurrence.state, to: state };
  return { occurrence: next, steps: [step], spans };
}

/** Who, when and with what words. */
function trace(happening: Exclude<Happening, { kind: 'chatter' }>): Omit<Step, 'from' | 'to'> {
  if ('action' in happening) {
    const { by, at, note } = happening.action;
    return { t: at, by, note, value: null };
  }
  if ('shelf' in happening) {
    const { by, at, reason } = happening.shelf;
    return { t: at, by, note: reason, value: null };
  }
  const value = 'value' in happening ? happening.value : null;
  return { t: happening.t, by: null, note: '', value };
}

function factsAfter(was: Occurrence, happening: Happening): Partial<OccurrenceFacts> | null {
  switch (happening.kind) {
    case 'on':
    case 'off':
      return conditionAfter(was, happening);
    case 'acknowledge':
      return was.acknowledged === null && was.priority !== event ? { acknowledged: happening.action } : null;
    case 'shelve':
      return { shelf: happening.shelf };
    case 'unshelve':
      return was.shelf === null ? null : { shelf: null };
    case 'expire':
      return was.shelf !== null && was.shelf.until <= happening.t ? { shelf: null } : null;
    case 'suppress':
      if (was.isSuppressed && was.cause === happening.cause) return null;
      return { isSuppressed: true, cause: happening.cause };
    case 'release':
      return was.isSuppressed ? { isSuppressed: false, cause: null } : null;
    case 'outOfService':
      return was.isOutOfService ? null : { isOutOfService: true };
    case 'backInService':
      return was.isOutOfService ? { isOutOfService: false } : null;
    case 'prioritise':
      return priorityAfter(was, happening.priority);
    case 'chatter': {
      const { isChattering, times } = happening;
      return was.isChattering === isChattering && was.times === times ? null : { isChattering, times };
    }
  }
}

function conditionAfter(
  was: Occurrence,
  happening: Extract<Happening, { kind: 'on' | 'off' }>,
): Partial<OccurrenceFacts> | null {
  if (was.isPresent === (happening.kind === 'on')) return null;
  if (happening.kind === 'off') return { isPresent: false, end: happening.t };
  const { value, threshold } = happening;
  // While it was shelved the condition went and was acknowledged. It comes again now: nobody has acknowledged that.
  const acknowledged = isSettled(was) ? null : was.acknowledged;
  return { isPresent: true, end: null, times: was.times + 1, value, threshold, acknowledged };
}

/** An alarm that becomes more urgent after it was acknowledged has to be acknowledged again. */
function priorityAfter(was: Occurrence, priority: Priority): Partial<OccurrenceFacts> | null {
  if (was.priority === priority) return null;
  return priority < was.priority ? { priority, acknowledged: null } : { priority };
}
