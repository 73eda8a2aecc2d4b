import { sensorKinds } from '../../../../contract/codes';
import { points } from '../../../../contract/points';

const namesOf = (group: 'inverter' | 'mppt' | 'contatori' | 'stringhe' | 'sensori'): readonly string[] =>
  Object.keys(points[group]);

/** What devices of a kind, and their inputs, may say: points of our groups. */
export const groupPoints = {
  inverters: { group: 'inverter', inputGroup: 'mppt', device: namesOf('inverter'), input: namesOf('mppt') },
  contatori: { group: 'contatori', inputGroup: null, device: namesOf('contatori'), input: [] },
  /** Of a station, what it measures: each of its sensors is a record. */
  sensori: {
    group: 'sensori',
    inputGroup: null,
    device: sensorKinds.map(([kind]) => kind),
    input: [],
  },
  'box-stringhe': { group: 'stringhe', inputGroup: 'stringhe', device: [], input: namesOf('stringhe') },
} as const satisfies Record<
  string,
  { device: readonly string[]; input: readonly string[]; [name: string]: unknown }
>;
