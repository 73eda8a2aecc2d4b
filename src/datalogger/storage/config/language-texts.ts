import * as v from 'valibot';
import type { Database } from '../database/database';
import { createSettingRecords, type SettingRecords } from './setting-records';

/** The files of languages that administrators have added, by code. */
export type LanguageTexts = Readonly<Record<string, string>>;

export const createLanguageTexts = (db: Database): SettingRecords<LanguageTexts> =>
  createSettingRecords<LanguageTexts>(db, 'languages', v.record(v.string(), v.string()), {});
