import type { Registers } from '../device-driver';
import type { ReadRequest } from '../modbus/read';
import type { Profile } from './profile';
import type { Stored } from './values';

/** A place in a profile, as a protocol address. */
export const addressOf = ({ documentOffset }: Profile, at: number) => at - documentOffset;

/** Registers from a place of the profile's document on. */
export const requestOf = (profile: Profile, unit: number, from: number, count: number): ReadRequest => ({
  unit,
  fc: profile.fc,
  from: addressOf(profile, from),
  count,
});

/** The registers of a profile as its document counts them. */
export const storedIn =
  (profile: Profile, registers: Registers): Stored =>
  (at, count) =>
    registers.at(profile.fc, addressOf(profile, at), count);
