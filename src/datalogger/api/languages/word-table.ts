import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../../contract/languages';
import type { StaticSite } from '../http/static';

/**
 * What the build of a console tells of its texts (`scripts/build/language-files.ts`), so that a language can be added without a build. It is
 * beside the folder of the console: no browser loads it.
 */
export interface WordTable {
  /** What the files of a bundle begin with. */
  readonly marks: Readonly<Record<string, string>>;
  /**
   * The place of each text by part and key: `home 12` in the file of a bundle; `=text` where it is the same in every language; `~text`, the
   * English one, where the datalogger and not the console says it.
   */
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The texts of the console that this datalogger serves. */
export interface ConsoleWords {
  /** Null where no console is served, or one whose build left no table. */
  table(): WordTable | null;
  /** The published file of a language: its texts in the order of their places. Null where there is none. */
  file(language: Language, bundle: string): string | null;
}

export const tableName = 'words.json';
export const baseBundle = 'base';

/** The texts of the console of a folder, read again with each new build. */
export function consoleWords(
  site: Pick<StaticSite, 'build' | 'textOf'>,
  folder: string | null,
): ConsoleWords {
  let read: { readonly build: string; readonly table: WordTable | null } | null = null;
  return {
    table() {
      const build = site.build();
      if (read?.build !== build) read = { build, table: folder === null ? null : tableBeside(folder) };
      return read.table;
    },
    file(language, bundle) {
      const name = bundle === baseBundle ? language : `${language}/${bundle}`;
      const text: unknown = JSON.parse(site.textOf(`/assets/i18n/${name}.json`) ?? 'null');
      return typeof text === 'string' ? text : null;
    },
  };
}

function tableBeside(folder: string): WordTable | null {
  try {
    return JSON.parse(readFileSync(join(folder, '..', tableName), 'utf8'));
  } catch {
    return null;
  }
}
