import type { Nameplate } from '../device-driver';
import type { Read } from '../modbus/read';
import { valueIn } from '../sunspec/types';
import { rawNumber } from './numbers';
import { instanceOf } from './one-instance';
import { type Mark, type Profile, sizeOfMark } from './profile';
import { requestOf } from './requests';

/** A device that a profile recognises: what it says of itself, and how many of its kind are side by side behind its unit. */
export interface Marked {
  readonly nameplate: Nameplate;
  readonly count: number;
}

const textOf = (words: Uint16Array) => String(valueIn('string', words, 0) ?? '').trim();

function fits(mark: Mark, profile: Profile, words: Uint16Array): boolean {
  if ('starts' in mark) return textOf(words).startsWith(mark.starts);
  const raw = rawNumber(words, mark.type, mark.order ?? profile.order);
  return raw !== null && mark.is.includes(raw);
}

/** Whether a unit is a device of a profile, by the marks of that; null where it is not, or the profile has none. Never rejects. */
export async function marked(profile: Profile, unit: number, read: Read): Promise<Marked | null> {
  const { marks, identity, maker } = profile;
  if (!marks) return null;
  const wordsAt = async (at: number, size: number) => {
    const reply = await read(requestOf(profile, unit, at, size));
    return reply.kind === 'values' ? reply.values : null;
  };
  for (const mark of marks) {
    const words = await wordsAt(mark.at, sizeOfMark(mark));
    if (!words || !fits(mark, profile, words)) return null;
  }
  const textAt = async (place: { readonly at: number; readonly size: number } | null | undefined) => {
    const words = place ? await wordsAt(place.at, place.size) : null;
    return words ? textOf(words) : '';
  };
  const model = (await textAt(identity?.model)) || profile.series;
  const serial = await textAt(identity?.serial);
  return { nameplate: { maker, model, version: '', serial }, count: await countOf(profile, unit, read) };
}

/** The last instance whose registers are answered: they are numbered without gaps, so that it is found by halving. */
async function countOf(profile: Profile, unit: number, read: Read): Promise<number> {
  let [known, beyond] = [1, (profile.instances?.most ?? 1) + 1];
  while (beyond - known > 1) {
    const middle = Math.floor((known + beyond) / 2);
    const [block] = instanceOf(profile, middle)?.main ?? [];
    const reply = block && (await read(requestOf(profile, unit, block.from, block.count)));
    if (reply?.kind === 'values') known = middle;
    else beyond = middle;
  }
  return known;
}
