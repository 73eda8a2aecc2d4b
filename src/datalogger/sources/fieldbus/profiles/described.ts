import type { RegistersBody, RegistersReply } from '../../../../contract/bus';
import type { ProfileReading } from '../../../../contract/profiles';
import { quantityName } from './points-of-kind';
import { mostRegisters, type Profile } from './profile';
import { reportsIn, type Stored, stateIn, valuesIn } from './values';

/** How many reports the alarms of a profile have. */
export const reportCount = ({ alarms }: Profile): number =>
  alarms.reduce((sum, { reports }) => sum + Object.keys(reports).length, 0);

/** Registers of one function, from a protocol address on. */
export interface Span {
  readonly funzione: 3 | 4;
  readonly da: number;
  readonly quanti: number;
}

/** Every register that a profile reads of a device with `inputs` inputs, in the requests that it takes. */
export function spansOf(profile: Profile, inputs: number): Span[] {
  const { main, slow, fc, documentOffset } = profile;
  const span = (from: number, count: number): Span => ({
    funzione: fc,
    da: from - documentOffset,
    quanti: count,
  });
  const ofInputs = profile.inputs.flatMap(({ first, step, most, points }) => {
    const [{ at } = { at: 0 }] = Object.values(points);
    const count = Math.min(most, inputs - first + 1);
    const atOnce = Math.floor(mostRegisters / step);
    const spans: Span[] = [];
    for (let read = 0; read < count; read += atOnce)
      spans.push(span(at + read * step, Math.min(atOnce, count - read) * step));
    return spans;
  });
  return [...[...main, ...slow].map(({ from, count }) => span(from, count)), ...ofInputs];
}

export interface ReadSpan extends Span {
  readonly reply: Pick<RegistersReply, 'valori' | 'causa'>;
}

export type ReadRegisters = (
  request: Pick<RegistersBody, 'funzione' | 'da' | 'quanti'>,
) => Promise<ReadSpan['reply']>;

/** What a profile makes of registers, each read once and in turn. */
export async function lookAt(profile: Profile, inputs: number, read: ReadRegisters): Promise<ProfileReading> {
  const spans: ReadSpan[] = [];
  for (const span of spansOf(profile, inputs)) spans.push({ ...span, reply: await read(span) });
  const stored: Stored = (at, count) => wordsIn(spans, at - profile.documentOffset, count);
  const own = Object.entries(valuesIn(profile.points, profile.order, stored));
  const state = stateIn(profile, stored);
  const ofInputs = profile.inputs.flatMap(({ first, step, most, points }) =>
    Array.from({ length: Math.max(0, Math.min(most, inputs - first + 1)) }, (_, index) =>
      Object.entries(valuesIn(points, profile.order, (at, count) => stored(at + index * step, count))).map(
        ([punto, valore]) => ({ parte: first + index, punto, valore }),
      ),
    ).flat(),
  );
  const all = [
    ...own.map(([punto, valore]) => ({ parte: 0, punto, valore })),
    ...(state === null ? [] : [{ parte: 0, punto: 'stato', valore: state }]),
    ...ofInputs,
  ];
  return {
    letture: all.map(each => ({ ...each, nome: quantityName(profile.kind, each.parte, each.punto) })),
    segnalazioni: (reportsIn(profile, stored) ?? []).map(({ text }) => text),
    mancanti: spans.flatMap(({ da, quanti, reply }) =>
      reply.valori ? [] : [{ da, quanti, causa: reply.causa }],
    ),
  };
}

function wordsIn(spans: readonly ReadSpan[], from: number, count: number): number[] | null {
  for (const { da, quanti, reply } of spans)
    if (reply.valori && from >= da && from + count <= da + quanti)
      return reply.valori.slice(from - da, from - da + count);
  return null;
}
