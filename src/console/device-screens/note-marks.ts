import { useMemo } from 'react';
import { invalidSpans } from '../data/invalid-spans';
import { type LogNote, logNotes } from '../data/log-notes';
import { useResource } from '../data/use-resource';
import type { Mark } from '../ui/plot/model';
import { invalidMarks } from './invalid-marks';

/** The notes of a time as marks of a chart: at their beginning or, where that was before, at the beginning of the time. */
function noteMarks(notes: readonly LogNote[], fromS: number, toS: number): readonly Mark[] {
  return notes
    .filter(({ beginS, endS }) => beginS < toS && (endS ?? beginS) >= fromS)
    .map(({ beginS, text, author }) => ({ at: Math.max(beginS, fromS), label: `${text} (${author})` }))
    .reverse();
}

const noNotes: readonly LogNote[] = [];

/** The notes and the invalid times on a device or a box (`device` undefined: on the plant) as marks; the same request as that of the list of notes in its drawer. */
export function useNoteMarks(
  group: string,
  device: number | undefined,
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): readonly Mark[] {
  const resource = useMemo(
    () => logNotes(device === undefined ? { group } : { group, device }),
    [group, device],
  );
  const notes = useResource(resource).value ?? noNotes;
  const spans = useResource(invalidSpans).value;
  return useMemo(() => {
    const isOf = (of: unknown, id: unknown) => device === undefined || (of === group && id === device);
    return [...noteMarks(notes, fromS, toS), ...invalidMarks(spans ?? [], isOf, fromS, toS)];
  }, [notes, spans, group, device, fromS, toS]);
}
