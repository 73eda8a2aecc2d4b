import { useEffect, useState } from 'react';
import type { FieldChange } from '../../../data/audit';
import { type Place, placeOf } from './places';

const known = new Map<string, Place>();
const keyOf = (object: string, field: string) => `${object} ${field}`;

/** Nothing is known: fields and values are shown as they are. */
const nowhere = (field: string): Place => ({ screen: undefined, path: field, records: new Map() });

/** Where the forms have the fields that were changed; null until that is loaded. */
export function usePlaces(
  object: string,
  changes: readonly FieldChange[],
): readonly (readonly [FieldChange, Place])[] | null {
  const keys = changes.map(({ field }) => keyOf(object, field));
  const all = keys.join('\n');
  const [failed, setFailed] = useState('');
  const [, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` says which fields of which object
  useEffect(() => {
    let isCurrent = true;
    Promise.all(changes.map(({ field }) => know(object, field))).then(
      () => isCurrent && setTurn(turn => turn + 1),
      () => isCurrent && setFailed(all),
    );
    return () => {
      isCurrent = false;
    };
  }, [all]);
  if (failed !== all && !keys.every(key => known.has(key))) return null;
  return changes.map(change => [change, known.get(keyOf(object, change.field)) ?? nowhere(change.field)]);
}

async function know(object: string, field: string): Promise<void> {
  const key = keyOf(object, field);
  if (!known.has(key)) known.set(key, await placeOf(object, field));
}
