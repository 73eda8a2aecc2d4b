import type { Change, Occurrence, Step, TrueSpan } from '../../../../src/datalogger/alarms/model';

/** An occurrence as it was raised, with what a test changes of it. */
export function exampleOccurrence(change: Partial<Occurrence> = {}): Occurrence {
  const occurrence: Omit<Occurrence, 'span'> = {
    id: 1,
    code: 'INV01',
    subject: { group: 'inverter', device: 7, name: 'INV 07' },
    priority: 2,
    state: 'attivo',
    isPresent: true,
    isAnnounced: true,
    begin: 1_781_000_000,
    end: null,
    value: 7,
    threshold: null,
    times: 1,
    acknowledged: null,
    shelf: null,
    isSuppressed: false,
    isOutOfService: false,
    cause: null,
    isChattering: false,
    version: 1,
    ...change,
  };
  return { span: onlySpan(occurrence), ...occurrence };
}

/** The time in which its condition was true, where it came once. */
function onlySpan(occurrence: Omit<Occurrence, 'span'>): TrueSpan {
  const { begin, end, value, cause, priority, isAnnounced, times } = occurrence;
  return { begin, from: begin, end, value, cause, priority, isAnnounced, times };
}

export const raised = (t: number): Step => ({
  t,
  from: 'chiuso',
  to: 'attivo',
  by: null,
  note: '',
  value: 7,
});

export function raisedChange(change: Partial<Occurrence> = {}): Change {
  const occurrence = exampleOccurrence(change);
  const steps = [{ ...raised(occurrence.begin), to: occurrence.state }];
  return { occurrence, steps, spans: [occurrence.span] };
}
