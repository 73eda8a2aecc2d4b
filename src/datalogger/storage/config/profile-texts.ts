import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Database } from '../database/database';
import { createSettingRecords, type SettingRecords } from './setting-records';

/** Profile files that administrators have brought, as they are, by key. */
export type ProfileTexts = Readonly<Record<string, string>>;

/** Tells one text from another, where the whole would be too long. */
export const fingerprintOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12);

export const createProfileTexts = (db: Database): SettingRecords<ProfileTexts> =>
  createSettingRecords<ProfileTexts>(db, 'profiles', v.record(v.string(), v.string()), {});
