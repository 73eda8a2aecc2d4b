import { useSession } from '../../../data/session';
import { Lazy } from '../../../ui/Lazy';
import type { Live } from '../live';
import { summaryOf } from '../plant-summary';
import type { View } from '../view';
import { Balance } from './Balance';

interface Props {
  readonly live: Live;
  readonly view: View;
  /** The balance is not loaded before somebody asks for it. */
  readonly isSparing: boolean;
}

const loadNight = () => import('../night/Night').then(module => module.Night);
const nightParts = ['night', 'statistics', 'reports'] as const;

/** The balance of the day, and while it is dark what the day was like. */
export function Day({ live, view, isSparing }: Props) {
  const { title } = summaryOf(live);
  // A technician of the controller reads no reports.
  const mayRead = useSession()?.role !== 'cci';
  if (title === 'night') return <Lazy load={loadNight} parts={nightParts} props={{ view }} />;
  return title === 'empty' || isSparing || !mayRead ? null : <Balance />;
}
