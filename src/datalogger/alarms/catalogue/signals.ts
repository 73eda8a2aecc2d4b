import { inputKinds } from '../../../contract/codes';
import { alarmsOf, type Settings } from '../entry';
import { type InputKind, isClosedContact } from './contacts';

const alarm = alarmsOf('di', 'di');
const minute = 60;

/** The alarms of digital inputs by what these are wired to. */
const byKind: readonly (readonly [code: string, settings: Settings, ...kinds: InputKind[]])[] = [
  ['EMG01', { priority: 1, on: 0 }, 'emergencyStop'],
  ['GRD03', { priority: 1, on: 0 }, 'mainTripped'],
  ['GRD04', { priority: 2, on: 5 }, 'generatorOpen'],
  ['TRF01', { priority: 2, on: 5 }, 'transformerWarm'],
  // What trips a transformer: winding temperature, oil level or Buchholz relay.
  ['TRF02', { priority: 1, on: 1 }, 'transformerHot', 'transformerOil'],
  ['STR05', { priority: 3, on: 2 }, 'surgeDc'],
  ['SPD01', { priority: 3, on: 2 }, 'surgeAc'],
  ['CAB01', { priority: 1, on: 1 }, 'smoke', 'intrusion', 'flood'],
  ['CAB02', { priority: 4, on: minute }, 'doorOpen'],
  ['CAB03', { priority: 3, on: minute }, 'localControl'],
];

const named = new Set(byKind.flatMap(([, , ...kinds]) => kinds));

export const signalAlarms = [
  ...byKind.map(([code, settings, ...kinds]) => alarm(code, settings, isClosedContact(...kinds))),
  // Every other input that is to raise an alarm. Late, so that an alarm that says the same is there to hide it.
  alarm('DIN01', { priority: 3, on: 15 }, isClosedContact(...inputKinds.filter(kind => !named.has(kind)))),
];
