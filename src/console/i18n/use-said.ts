import { useState } from 'react';

/** A message that stays on the screen. Its words are kept, and not their text, because the language may be changed meanwhile. */
export function useSaid(): readonly [text: string, say: (words: () => string) => void] {
  const [said, setSaid] = useState({ words: (): string => '' });
  return [said.words(), words => setSaid({ words })];
}

/** Takes a message away. */
export const nothingSaid = () => '';
