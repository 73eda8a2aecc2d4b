import { quarterS, zoneOffset } from '../../../contract/zone';

/** The sun of an average day, of 1 at most: a half sine from 6 to 18 on the wall clock. */
export function sunAt(zone: string, t: number): number {
  const wall = (((t + zoneOffset(zone, t)) / 3600) % 24) - 6;
  return Math.max(0, Math.sin((Math.PI * wall) / 12));
}

/** How much of it there is in [from, to), epoch seconds: by this, energy of a time without readings is divided. */
export function averageSun(zone: string, from: number, to: number): number {
  let sun = 0;
  for (let t = from; t < to; t += quarterS) sun += sunAt(zone, t);
  return sun;
}
