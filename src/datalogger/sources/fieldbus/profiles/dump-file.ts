import * as v from 'valibot';
import { Dump, mostSpans } from '../../../../contract/profiles';

const Spans = v.pipe(v.array(Dump), v.maxLength(mostSpans));
type Span = v.InferOutput<typeof Dump>;

/** What the console saves of a unit with SunSpec: holding registers from `base` on. */
const Unit = v.object({ base: Dump.entries.da, registers: v.array(Dump.entries.valori.pipe[0].item) });
const mostInSpan = 1000;

/** The registers in a file that somebody has saved; null for another file. */
export function spansInFile(text: string): readonly Span[] | null {
  const value = parsed(text);
  const spans = v.safeParse(Spans, value);
  if (spans.success) return spans.output;
  const unit = v.safeParse(Unit, value);
  if (!unit.success) return null;
  const { base, registers } = unit.output;
  return Array.from({ length: Math.ceil(registers.length / mostInSpan) }, (_, span) => {
    const from = span * mostInSpan;
    return { funzione: 3, da: base + from, valori: registers.slice(from, from + mostInSpan) };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
