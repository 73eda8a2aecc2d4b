import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf } from '../../src/console/i18n/words.ts';
import { shortLists } from '../build/chunks.ts';

/** A figure that has a limit: the files that a user waits for together. */
export interface Figure {
  readonly name: string;
  readonly files: readonly string[];
}

/** The parts of words that each screen needs, by its name, without those of the dashboard, from which a user comes. */
const screenWords: Readonly<Record<string, readonly string[]>> = {
  alarms: ['alarm-list'],
  inverters: ['inverters'],
  strings: ['strings'],
  trackers: ['trackers'],
  meters: ['meters'],
  sensors: ['sensors'],
  signals: ['signals'],
  protections: ['protections'],
  controller: ['controller'],
  statistics: ['statistics'],
  reports: ['reports', 'balance'],
  'configuration-PlantData': ['config', 'config-plant'],
  'configuration-Devices': ['config', 'config-devices'],
  'configuration-Schedules': ['config', 'config-schedules'],
  'configuration-Sharing': ['config', 'config-sharing'],
  'configuration-AlarmRules': ['config', 'config-alarms'],
  'configuration-Account': ['config', 'config-account'],
  'configuration-SystemSetup': ['config', 'config-system'],
};
/** A built console. */
export class Build {
  readonly folder: string;
  /** Bytes of the gz files that are served, by path without the ending. */
  readonly sizes: ReadonlyMap<string, number>;

  constructor(folder: string) {
    this.folder = folder;
    const packed = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
      name.endsWith('.gz'),
    );
    this.sizes = new Map(packed.map(name => [name.slice(0, -3), readFileSync(join(folder, name)).length]));
  }

  bytesOf(files: readonly string[]): number {
    return files.reduce((total, file) => total + (this.sizes.get(file) ?? 0), 0);
  }

  /** The file of a chunk. Throws when the build has none of this name. */
  chunk(name: string, ending = 'js'): string {
    const isOf = new RegExp(`^assets/${name}-[\\w-]{8}\\.${ending}$`);
    const found = [...this.sizes.keys()].find(file => isOf.test(file));
    if (found === undefined) throw new Error(`there is no chunk ${name}`);
    return found;
  }

  /** The chunk of a screen: one of its own name, or that of the small lists or configuration screens (`build/chunks.ts`). */
  private chunkOfScreen(name: string): string {
    if (shortLists.includes(name)) return this.chunk('measures');
    const isOwn = [...this.sizes.keys()].some(file => file.startsWith(`assets/${name}-`));
    return this.chunk(isOwn ? name : 'configuration-forms');
  }

  /** A chunk and all chunks that are loaded before it runs. */
  loadedWith(file: string, found: Set<string> = new Set()): ReadonlySet<string> {
    if (found.has(file)) return found;
    found.add(file);
    const code = readFileSync(join(this.folder, file), 'utf8');
    for (const [, imported] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g))
      this.loadedWith(`assets/${imported}`, found);
    return found;
  }

  figures(): readonly Figure[] {
    const html = readFileSync(join(this.folder, 'index.html'), 'utf8');
    const linked = /<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"/g;
    const page = ['index.html'];
    const application = [...html.matchAll(linked)].flatMap(([, file = '']) => [...this.loadedWith(file)]);
    const login = [...page, ...application, 'assets/i18n/it.json'];
    const shell = [...this.loadedWith(this.chunk('home')), this.chunk('home', 'css')];
    const number = [...new Set([...login, ...shell, ...words(['shell'])])];
    const drawings = [...this.loadedWith(this.chunk('dashboard')), this.chunk('screens', 'css')];
    const dashboard = [...new Set([...number, ...drawings, ...words(['frame', 'alarms'])])];
    const all = [...this.sizes.keys()];
    return [
      { name: 'page', files: page },
      { name: 'login', files: login },
      { name: 'first number', files: number },
      { name: 'dashboard', files: dashboard },
      { name: 'bundle of one language', files: all.filter(isOfOneLanguage) },
      { name: 'flash', files: all },
      ...this.screens(dashboard),
    ];
  }

  /** What a user who comes from the dashboard loads for each screen. */
  private screens(dashboard: readonly string[]): readonly Figure[] {
    const neededBy = (name: string, parts: readonly string[]) =>
      [...this.loadedWith(this.chunkOfScreen(name)), ...words(parts)].filter(
        file => !dashboard.includes(file),
      );
    const screens = Object.entries(screenWords).map(([name, parts]) => ({
      name: `screen ${name}`,
      files: neededBy(name, parts),
    }));
    const openedFrom = (name: string, there: Figure | undefined, own: readonly string[]) => ({
      name: `screen ${name}`,
      files: [...neededBy(name, own), ...this.styleOf(name)].filter(file => !there?.files.includes(file)),
    });
    const named = (name: string) => screens.find(screen => screen.name === `screen ${name}`);
    return [
      ...screens,
      openedFrom('analysis', named('statistics'), ['analysis']),
      openedFrom('configuration-bus', named('configuration-Devices'), ['fieldbus']),
    ];
  }

  /** The style of a chunk that has one of its own. */
  private styleOf(name: string): readonly string[] {
    return [...this.sizes.keys()].filter(file => new RegExp(`^assets/${name}-[\\w-]{8}\\.css$`).test(file));
  }
}

const isOfOneLanguage = (file: string) => !file.startsWith('assets/i18n/') || /i18n\/it[./]/.test(file);
/** The published files of some parts of words. */
const words = (parts: readonly string[]) => [
  ...new Set(parts.map(part => `assets/i18n/it/${bundleOf(part)}.json`)),
];
