import type { Profile } from './profile';

/** A profile with the registers of an instance, from 1; null where it has no such instance. */
export function instanceOf(profile: Profile, instance: number): Profile | null {
  const { instances } = profile;
  if (!instances) return profile;
  if (instance > instances.most) return null;
  const known = shifted.get(profile)?.get(instance);
  if (known) return known;
  const made = moved(profile, (instance - 1) * instances.step);
  const own = shifted.get(profile) ?? new Map<number, Profile>();
  shifted.set(profile, own.set(instance, made));
  return made;
}

/** Made once, as they are asked for with each answer. */
const shifted = new WeakMap<Profile, Map<number, Profile>>();

/** What the controller says of itself stays where it is. */
function moved(profile: Profile, by: number): Profile {
  const { main, slow, points, states, alarms } = profile;
  const block = ({ from, count }: Profile['main'][number]) => ({ from: from + by, count });
  const place = <T extends { readonly at: number }>(each: T): T => ({ ...each, at: each.at + by });
  const point = ({ scale, ...each }: Profile['points'][string]) => ({
    ...place(each),
    ...(scale && { scale: place(scale) }),
  });
  return {
    ...profile,
    main: main.map(block),
    slow: slow.map(block),
    points: Object.fromEntries(Object.entries(points).map(([name, each]) => [name, point(each)])),
    states: states && place(states),
    alarms: alarms.map(each => ({ ...place(each), ...(each.while && { while: place(each.while) }) })),
  };
}
