import type { Priority } from '../../../src/contract/alarms';
import { type inputKinds, inverterStates, trackerStates } from '../../../src/contract/codes';
import type { Group } from '../../../src/contract/points';
import { contactsOf, readingOf } from '../../../src/datalogger/core/system/ups-reading';
import type { WatchedLine } from '../../../src/datalogger/plant/field-bus-api';
import type { DeviceRows } from '../../../src/datalogger/plant/snapshot';
import type { Fault } from '../../../src/datalogger/sources/simulator/faults/faults';
import { plantPlan } from '../../../src/datalogger/sources/simulator/plan';
import { type Surroundings, says } from './support';

/** What brings an alarm, and on which device it must appear. */
export interface Trigger {
  readonly device: number | null;
  readonly faults?: readonly Fault[];
  readonly surroundings?: Surroundings;
  /** s that the plant itself needs, beside a poll and the delay, until the condition shows; and until it is gone. */
  readonly shows?: number;
  readonly goes?: number;
  /** Where it is not that of the rule. */
  readonly priority?: Priority;
}

const inverterSays = (point: string, value: number): Trigger => ({
  device: 7,
  faults: [says('inverter', 7, point, value)],
});
const eventBit = (bit: number) => inverterSays('evt', 1 << bit);
const silent = (group: Group, id: number): Trigger => ({
  device: id,
  faults: [{ kind: 'override-silent', group, id }],
  shows: 120,
});
const one = (group: Group, id: number, point: string, value: number): Trigger => ({
  device: id,
  faults: [says(group, id, point, value)],
});

export const inputs = plantPlan('medium').digitalInputs;
function contact(kind: (typeof inputKinds)[number]): Trigger {
  const input = inputs.find(({ signal }) => signal.kind === kind);
  return one('di', input?.id ?? 0, 'v', 1);
}
/** A UPS on the network with this status. */
function networkUps(status: string) {
  const ups = readingOf(new Map([['ups.status', status]]));
  return { cpuTemperature: 40, ...contactsOf(ups), ups };
}
/** A trip lasts until the switch closes again. */
const trip = (fault: Fault): Trigger => ({ device: 1, faults: [fault], shows: 30, goes: 320 });

const nothing = new Set<number>();
const deadLine: WatchedLine = {
  id: 7,
  name: '10.20.4.1:502',
  isDead: true,
  mayDerate: false,
  records: {
    inverter: nothing,
    mppt: nothing,
    stringhe: nothing,
    tracker: nothing,
    contatori: nothing,
    sensori: nothing,
    di: nothing,
    spi: nothing,
    cci: nothing,
  },
};

/** Columns of a group that come beside its values, for one device. */
const beside = (group: Group, id: number, extra: Partial<DeviceRows>): Trigger => ({
  device: id,
  surroundings: {
    altered: snapshot => ({
      ...snapshot,
      groups: { ...snapshot.groups, [group]: { ...snapshot.groups[group], ...extra } },
    }),
  },
});
/** A column with a value only for the device with this id; ids count from 1. */
const at = <T>(id: number, value: T) =>
  Array.from({ length: id }, (_, row) => (row === id - 1 ? value : null));
/** What the device with this id reports in its maker's words. */
const ofMaker = (group: Group, id: number) =>
  beside(group, id, { reports: at(id, { made: [{ number: '32008.1', text: '2002 DC arc' }], unread: [] }) });
const step = (point: string) => ({ point, from: 100_000, to: 3, at: 0 });
const refused = (point: string) => ({ [point]: { reason: 'limite', last: 80, lastAt: 0 } }) as const;

export const triggers: Readonly<Record<string, Trigger>> = {
  INV01: {
    device: 7,
    faults: [{ kind: 'override-state', group: 'inverter', id: 7, state: inverterStates.fault }],
  },
  INV02: { device: 7, faults: [{ kind: 'inverter-silent', inverter: 7 }] },
  INV03: inverterSays('pac', 0),
  INV04: inverterSays('dev', -14),
  INV05: inverterSays('tsnk', 88),
  INV06: { device: 7, faults: [{ kind: 'inverter-derating', inverter: 7, percent: 40 }] },
  INV07: { device: 7, faults: [{ kind: 'inverter-trip', inverter: 7, cause: 'isolation' }] },
  INV08: { device: 7, faults: [{ kind: 'inverter-trip', inverter: 7, cause: 'ground' }] },
  INV09: inverterSays('udc', 1490),
  INV10: eventBit(11),
  INV11: eventBit(8),
  INV12: eventBit(3),
  INV13: eventBit(5),
  INV14: eventBit(12),
  INV15: eventBit(6),
  INV16: inverterSays('eff', 88),
  INV17: {
    device: 7,
    faults: [{ kind: 'override-state', group: 'inverter', id: 7, state: inverterStates.throttled }],
  },
  INV18: beside('inverter', 7, { changes: at(7, step('etot')) }),
  INV19: beside('inverter', 7, { refused: at(7, refused('pac')) }),
  INV20: eventBit(15),
  INV21: eventBit(17),
  INV22: inverterSays('riso', 150),
  INV23: ofMaker('inverter', 7),
  STR01: { device: 19, faults: [{ kind: 'string-open', string: 19 }] },
  STR02: { device: 19, faults: [{ kind: 'string-drift', string: 19, percent: 20 }] },
  STR03: one('stringhe', 19, 'i', -2),
  // The second box has strings 5 to 8.
  STR04: {
    device: 5,
    shows: 120,
    faults: [5, 6, 7, 8].map(id => ({ kind: 'override-silent', group: 'stringhe', id }) as const),
  },
  STR05: contact('surgeDc'),
  STR06: { device: 5, faults: [says('stringhe', 6, 'tbox', 82)] },
  STR07: one('stringhe', 19, 'evt', 1 << 18),
  STR08: one('stringhe', 19, 'evt', 1 << 17),
  // The fifth box has strings 17 to 20: what it reports itself is an alarm of its first one.
  STR09: { device: 17, faults: [says('stringhe', 19, 'evt', 1 << 12)] },
  STR10: one('stringhe', 19, 'evt', 1 << 8),
  STR11: one('stringhe', 19, 'evt', 1 << 13),
  STR12: { device: 17, faults: [says('stringhe', 19, 'evt', 1 << 10)] },
  STR13: { device: 17, faults: [says('stringhe', 19, 'evt', 1 << 16)] },
  STR14: ofMaker('stringhe', 19),
  TRK01: one('tracker', 4, 'ang', 60),
  TRK02: one('tracker', 4, 'imot', 6.5),
  TRK03: {
    device: null,
    faults: [{ kind: 'override-state', group: 'tracker', id: 3, state: trackerStates.windStow }],
  },
  TRK04: {
    device: 4,
    faults: [
      { kind: 'override-state', group: 'tracker', id: 3, state: trackerStates.windStow },
      says('tracker', 4, 'ang', 60),
    ],
  },
  TRK05: silent('tracker', 4),
  TRK06: one('tracker', 4, 'soc', 11),
  TRK07: ofMaker('tracker', 4),
  MET01: silent('contatori', 2),
  MET02: one('contatori', 1, 'eday', 20_000),
  MET03: one('contatori', 2, 'e_imm', 1000),
  MET04: one('contatori', 1, 'cosphi', 0.8),
  MET05: one('contatori', 2, 'p', 1100),
  MET06: one('contatori', 2, 'taratura', 29),
  MET07: beside('contatori', 2, { changes: at(2, step('e_imm')) }),
  MET08: beside('contatori', 2, { refused: at(2, refused('p')) }),
  MET09: one('contatori', 2, 'ub', 0),
  MET10: ofMaker('contatori', 2),
  SEN01: { device: 3, faults: [{ kind: 'sensor-silent', sensor: 3 }] },
  SEN02: one('sensori', 4, 'v', 3),
  // Which of the two drifts is found in some minutes.
  SEN03: { device: 5, faults: [{ kind: 'sensor-drift', sensor: 5, percent: -14 }], shows: 900, goes: 900 },
  SEN04: one('sensori', 2, 'taratura', -3),
  SEN05: { ...one('sensori', 2, 'v', 44), shows: 3600 },
  SEN06: ofMaker('sensori', 4),
  SPI01: trip({ kind: 'grid-dip', percent: 60 }),
  SPI02: trip({ kind: 'grid-swell', percent: 122 }),
  SPI03: trip({ kind: 'grid-frequency', hertz: 51.7 }),
  SPI04: trip({ kind: 'grid-earth', percent: 8 }),
  SPI05: trip({ kind: 'ddi-open' }),
  SPI06: one('spi', 1, 'telescatto', 1),
  SPI07: one('spi', 1, 'intervento', 3),
  SPI08: silent('spi', 1),
  SPI09: one('spi', 1, 'link', 0),
  SPI10: one('spi', 1, 'verifica', -1),
  SPI11: ofMaker('spi', 1),
  CCI01: one('cci', 1, 'link_a', 0),
  CCI02: { device: 1, faults: [{ kind: 'dso-limit', percent: 60 }] },
  CCI03: { device: 1, faults: [says('cci', 1, 'funzione', 2), says('cci', 1, 'psp', 20)] },
  CCI04: one('cci', 1, 'scarto', -400),
  CCI05: one('cci', 1, 'cert', 20),
  CCI06: { device: 1, surroundings: { isLoopOpen: true } },
  CCI07: ofMaker('cci', 1),
  GRD01: { device: null, faults: [{ kind: 'grid-outage' }] },
  GRD02: { device: null, faults: [says('spi', 1, 'dg', 1)] },
  GRD03: contact('mainTripped'),
  GRD04: contact('generatorOpen'),
  EMG01: contact('emergencyStop'),
  TRF01: contact('transformerWarm'),
  TRF02: contact('transformerOil'),
  SPD01: contact('surgeAc'),
  CAB01: contact('smoke'),
  CAB02: contact('doorOpen'),
  CAB03: contact('localControl'),
  DIN01: { ...contact('remoteTrip'), priority: 1 },
  DIN02: silent('di', 1),
  DIN03: ofMaker('di', 1),
  DIN04: { device: 3, surroundings: { strayOutputs: [3] } },
  UPS01: { device: null, faults: [{ kind: 'ups-mains-lost' }] },
  UPS02: { device: null, faults: [{ kind: 'ups-battery-low' }] },
  UPS03: { device: null, surroundings: { hardware: { cpuTemperature: 40, ups: null } } },
  UPS04: { device: null, surroundings: { hardware: networkUps('OL RB') } },
  UPS05: { device: null, surroundings: { hardware: networkUps('ALARM OL') } },
  DLG01: { device: null, faults: [{ kind: 'cpu-hot', celsius: 82 }] },
  DLG02: { device: null, surroundings: { diskUsedPercent: 88 } },
  DLG03: { device: null, surroundings: { hasUploadFailed: true } },
  DLG04: { device: null, surroundings: { hasDamage: true } },
  DLG05: { device: null, surroundings: { isDiskRefusing: true } },
  DLG06: { device: 7, surroundings: { lines: [deadLine] } },
  DLG07: { device: null, surroundings: { memoryEnds: 1 } },
  PLT01: { device: null, faults: [says('impianto', 1, 'pr', 55), says('impianto', 1, 'eattesa', 9000)] },
  PLT02: { device: null, faults: [{ kind: 'plant-silent' }], shows: 90 },
};

/** A poll of the slowest devices, and a cycle. */
export const pollS = 30 + 5;
