import { Lazy } from '../../ui/Lazy';
import { ProtectionFacts } from './ProtectionFacts';
import type { Protection } from './protection-list';
import type { Settings } from './settings';
import { useTrips } from './use-trips';

interface Props {
  readonly protection: Protection;
  readonly settings: Settings | undefined;
  /** The settings could not be had. */
  readonly hasNoSettings: boolean;
  readonly zone: string;
  /** The page's values stand still. */
  readonly isStill: boolean;
  /** Epoch seconds of the snapshot. */
  readonly t: number;
  /** Since then. */
  readonly sinceS: number;
}

// The drawings come after the facts, in a chunk of their own: on a slow line the words are there first.
const loadPanels = () => import('./Panels').then(module => module.Panels);

/** Everything about one interface protection. */
export function ProtectionView({ isStill, sinceS, t, ...rest }: Props) {
  const { protection, zone } = rest;
  const trips = useTrips(protection.id);
  const isStale = isStill || protection.state === 'silent';
  return (
    <>
      <ProtectionFacts {...{ protection, zone, isStale, sinceS }} trips={trips.trips} mark={trips.openMark} />
      <Lazy
        load={loadPanels}
        props={{ ...rest, trips, isStale, sampledS: t - protection.ageS }}
        waiting={<section className="room" />}
      />
    </>
  );
}
