import type { Profile } from './profile';
import { readProfileFile } from './read-file';

type Texts = Readonly<Record<string, string>>;

/** Reads profile files once, as long as they are the same. One that this release does not take is left out. */
export function ownProfiles(texts: () => Texts): () => ReadonlyMap<string, Profile> {
  let known: { readonly texts: Texts; readonly profiles: ReadonlyMap<string, Profile> } | null = null;
  return () => {
    const now = texts();
    if (known?.texts !== now) known = { texts: now, profiles: new Map(Object.entries(now).flatMap(entryOf)) };
    return known.profiles;
  };
}

function entryOf([key, text]: readonly [string, string]): (readonly [string, Profile])[] {
  const read = readProfileFile(text);
  return read.kind === 'profile' && read.profile.key === key ? [[key, read.profile]] : [];
}
