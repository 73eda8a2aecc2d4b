import { controllerAlarms } from './catalogue/controllers';
import { inverterAlarms } from './catalogue/inverters';
import { meterAlarms } from './catalogue/meters';
import { plantAlarms } from './catalogue/plant';
import { protectionAlarms } from './catalogue/protections';
import { sensorAlarms } from './catalogue/sensors';
import { signalAlarms } from './catalogue/signals';
import { stringAlarms } from './catalogue/strings';
import { stowAlarms, trackerAlarms } from './catalogue/trackers';
import { causes } from './covers';
import type { Entry } from './entry';
import type { Rule } from './model';

const all: readonly Entry[] = [
  ...inverterAlarms,
  ...stringAlarms,
  ...trackerAlarms,
  ...stowAlarms,
  ...meterAlarms,
  ...sensorAlarms,
  ...protectionAlarms,
  ...controllerAlarms,
  ...plantAlarms,
  ...signalAlarms,
];

/** Position in the list of causes; alarms that hide no others come last. */
const depth = ({ rule: { code } }: Entry) => (causes.includes(code) ? causes.indexOf(code) : causes.length);

/** Every alarm, in the order in which they are judged: a cause before the alarms that it hides. */
export const entries: readonly Entry[] = [...all].sort((a, b) => depth(a) - depth(b));

/** The rules as delivered, by code. */
export const catalogue: readonly Rule[] = all
  .map(({ rule }) => rule)
  .sort((a, b) => a.code.localeCompare(b.code, 'en'));

/** For how long (s) a condition lasts before its alarm is raised, as delivered, by code. */
export const ruleDelays: ReadonlyMap<string, number> = new Map(
  catalogue.map(({ code, onDelayS }) => [code, onDelayS]),
);
