import { useMemo } from 'react';
import { type LogNote, logNotes } from '../data/log-notes';
import { useResource } from '../data/use-resource';
import type { Tick } from '../ui/plot/model';

/** The notes of a time as marks of a chart: at their beginning or, where that was before, at the beginning of the time. */
function noteMarks(notes: readonly LogNote[], fromS: number, toS: number): readonly Tick[] {
  return notes
    .filter(({ beginS, endS }) => beginS < toS && (endS ?? beginS) >= fromS)
    .map(({ beginS, text, author }) => ({ at: Math.max(beginS, fromS), label: `${text} (${author})` }))
    .reverse();
}

const noNotes: readonly LogNote[] = [];

/** The notes on a device or a box (`device` undefined: on the plant) as marks; the same request as that of the list of notes in its drawer. */
export function useNoteMarks(
  group: string,
  device: number | undefined,
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): readonly Tick[] {
  const resource = useMemo(
    () => logNotes(device === undefined ? { group } : { group, device }),
    [group, device],
  );
  const notes = useResource(resource).value ?? noNotes;
  return useMemo(() => noteMarks(notes, fromS, toS), [notes, fromS, toS]);
}
