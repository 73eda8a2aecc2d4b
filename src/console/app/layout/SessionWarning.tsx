import { useState } from 'react';
import { type Session, secondsLeft } from '../../data/session';
import { useNowMs } from '../../data/ticker';
import { Lazy } from '../../ui/Lazy';

/** The warning appears this long before the end of the session, in seconds. */
const warnBeforeS = 5 * 60;
const loadEnd = () => import('./SessionEnd').then(module => module.SessionEnd);
const parts = ['user'] as const;

/** Warns before the session ends. A warning that was closed does not appear again for the same session. */
export function SessionWarning({ session }: { readonly session: Session }) {
  useNowMs();
  const [putOffExp, setPutOffExp] = useState(0);
  const leftS = secondsLeft(session);
  const isDue = leftS > 0 && leftS <= warnBeforeS && putOffExp !== session.exp;
  if (!isDue) return null;
  return <Lazy load={loadEnd} parts={parts} props={{ leftS, putOff: () => setPutOffExp(session.exp) }} />;
}
