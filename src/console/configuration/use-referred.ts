import { useEffect, useState } from 'react';
import type { KeyOf } from '../../contract';
import { watch } from '../data/poll';
import { peek } from '../data/poll-store';
import { type ConfigRecord, recordsOf } from '../data/records';

type Referred = ReadonlyMap<string, readonly ConfigRecord[]>;

/** The records that fields of a screen refer to, by the call that reads them. */
export function useReferred(keys: readonly KeyOf<'GET'>[]): Referred {
  const [, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen refers to the same records for as long as it is shown
  useEffect(() => {
    const stops = keys.map(key => watch(recordsOf(key), () => setTurn(turn => turn + 1)));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return new Map(
    keys.flatMap(key => {
      const { value } = peek(recordsOf(key));
      return value ? [[key, value] as const] : [];
    }),
  );
}
