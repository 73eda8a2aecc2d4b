import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  conflictsOf,
  draftOf,
  type Edits,
  isWritten,
  resolved,
  withEdit,
} from '../../../src/console/form/edits';
import { range } from '../../../src/contract/quantity';

const schema = v.strictObject({ nome: v.string(), a: range(0, 100), b: range(0, 100), c: range(0, 100) });
const saved = { id: 4, nome: 'INV 04', a: 1, b: 2, c: 3, versione: 7 };
const edit = (path: string, input: string, before: Edits = {}, record: object = saved) =>
  withEdit(schema, { ...record }, before, path, input);

describe('a draft', () => {
  test('is what is saved with the edits over it, so that a poll never eats what is typed', () => {
    const edits = edit('a', '5');
    expect(draftOf(schema, saved, edits)).toEqual({ ...saved, a: 5 });
    expect(draftOf(schema, { ...saved, b: 9 }, edits)).toEqual({ ...saved, a: 5, b: 9 });
  });

  test('forgets a field that is typed back to what is saved', () => {
    expect(edit('a', '1', edit('a', '5'))).toEqual({});
  });

  test('sends the fields of its schema and nothing else; where all may be left out, what was changed', () => {
    const edits = edit('a', '5');
    expect(bodyOf(schema, draftOf(schema, saved, edits), edits)).toEqual({
      nome: 'INV 04',
      a: 5,
      b: 2,
      c: 3,
    });
    const partial = v.partial(schema);
    expect(bodyOf(partial, draftOf(partial, saved, edits), edits)).toEqual({ a: 5 });
  });
});

describe('another was first', () => {
  const edits = edit('b', '8', edit('a', '5'));
  const theirs = { ...saved, a: 6, c: 7, versione: 8 };

  test('what both changed is a conflict, what only one changed is merged', () => {
    expect(conflictsOf(schema, theirs, edits)).toEqual([{ path: 'a', mine: 5, theirs: 6 }]);
    expect(draftOf(schema, theirs, edits)).toEqual({ ...theirs, a: 5, b: 8 });
  });

  test('the same change twice is no change', () => {
    expect(conflictsOf(schema, { ...saved, a: 5 }, edits)).toEqual([]);
  });

  test('mine is meant over theirs from then on, theirs takes the edit away', () => {
    const mine = resolved(theirs, edits, () => true);
    expect(conflictsOf(schema, theirs, mine)).toEqual([]);
    expect(draftOf(schema, theirs, mine)).toMatchObject({ a: 5, b: 8 });
    expect(
      draftOf(
        schema,
        theirs,
        resolved(theirs, edits, () => false),
      ),
    ).toEqual({ ...theirs, b: 8 });
  });

  test('of 1,000 random interleavings of two administrators none overwrites silently', () => {
    let state = 1;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const fields = ['a', 'b', 'c'] as const;
    for (let run = 0; run < 1000; run += 1) {
      let stored: Record<string, unknown> = { ...saved };
      const people = [0, 1].map(() => ({ seen: stored, edits: {} as Edits }));
      for (let step = 0; step < 12; step += 1) {
        const person = people[random(2)];
        if (!person) continue;
        const field = fields[random(3)] ?? 'a';
        if (random(2) === 0) {
          person.edits = withEdit(schema, person.seen, person.edits, field, String(random(100)));
        } else {
          // What the engine does: reads what is there, asks where both changed, and writes over what it read.
          person.seen = stored;
          const conflicts = conflictsOf(schema, stored, person.edits);
          const before = stored;
          const keep = resolved(stored, person.edits, () => random(2) === 0);
          stored = draftOf(schema, stored, keep);
          for (const name of fields) {
            const isAsked = conflicts.some(({ path }) => path === name);
            const wasKnown = person.edits[name]?.base === before[name];
            if (stored[name] !== before[name]) expect(isAsked || wasKnown, `run ${run}`).toBe(true);
          }
          expect(isWritten(schema, stored, keep)).toBe(true);
          person.seen = stored;
          person.edits = {};
        }
      }
    }
  });
});
