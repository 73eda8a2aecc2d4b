import type { Part } from './words';

/**
 * Parts of a language that are published as one file: texts of a kind compress better together, and a slow link pays for each request.
 * What the first screen after the login needs is a volume of its own. A part named nowhere is a file by itself.
 */
const volumes: Readonly<Record<string, readonly Part[]>> = {
  overview: ['devices', 'dashboard'],
  plant: [
    'table',
    'details',
    'inverters',
    'inverter-detail',
    'strings',
    'trackers',
    'meters',
    'sensors',
    'signals',
    'commands',
    'raw',
    'controller',
    'protections',
  ],
  'alarm-texts': ['alarms', 'alarm-list'],
  yields: ['statistics', 'reports'],
};

/** The published file, without language and ending, that holds a part. All parts of the configuration are one. */
export function volumeOf(part: string): string {
  if (part.startsWith('config')) return 'config';
  return Object.keys(volumes).find(name => volumes[name]?.some(each => each === part)) ?? part;
}
