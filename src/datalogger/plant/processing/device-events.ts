/*
 * What devices of the standard models report of themselves (SunSpec, Apache-2.0: names and bits), and which alarm each of it raises, or why
 * none does. The conditions of the catalogue are made of this table, and a test walks the definitions of the models.
 */

export type EventUse = { readonly alarm: string } | { readonly reason: string };
export type EventTable = readonly (readonly [bit: number, name: string, use: EventUse])[];

const raises = (alarm: string): EventUse => ({ alarm });
const none = (reason: string): EventUse => ({ reason });
const reserved = none('reserved by the standard: it has no meaning');

/** `Evt1` of 101 to 103 and 111 to 113; `Alrm` of 701 has the last one too. Bit 17 is ours: the arc of 160 and 714. */
export const inverterEvents: EventTable = [
  [0, 'GROUND_FAULT', raises('INV08')],
  [1, 'DC_OVER_VOLT', raises('INV09')],
  [2, 'AC_DISCONNECT', raises('INV12')],
  [3, 'DC_DISCONNECT', raises('INV12')],
  [4, 'GRID_DISCONNECT', raises('INV12')],
  [5, 'CABINET_OPEN', raises('INV13')],
  [6, 'MANUAL_SHUTDOWN', raises('INV15')],
  [7, 'OVER_TEMP', raises('INV05')],
  [8, 'OVER_FREQUENCY', raises('INV11')],
  [9, 'UNDER_FREQUENCY', raises('INV11')],
  [10, 'AC_OVER_VOLT', raises('INV10')],
  [11, 'AC_UNDER_VOLT', raises('INV10')],
  [12, 'BLOWN_STRING_FUSE', raises('INV14')],
  [13, 'UNDER_TEMP', raises('INV20')],
  [14, 'MEMORY_LOSS', raises('INV20')],
  [15, 'HW_TEST_FAILURE', raises('INV20')],
  [16, 'MANUFACTURER_ALRM', raises('INV20')],
  [17, 'ARC_DETECTION', raises('INV21')],
];

const ownInputs = none('the voltage of each input is read, and an inverter that does not start has INV03');

/** `Evt` and `DCEvt` of 160, `DCAlrm` of 714, as the bits of an inverter; without those that say nothing of their own. */
export const inputEvents: readonly (readonly [bit: number, name: string, use: number | EventUse])[] = [
  [0, 'GROUND_FAULT', 0],
  [1, 'INPUT_OVER_VOLTAGE', 1],
  [3, 'DC_DISCONNECT', 3],
  [5, 'CABINET_OPEN', 5],
  [6, 'MANUAL_SHUTDOWN', 6],
  [7, 'OVER_TEMP', 7],
  [12, 'BLOWN_FUSE', 12],
  [13, 'UNDER_TEMP', 13],
  [14, 'MEMORY_LOSS', 14],
  [15, 'ARC_DETECTION', 17],
  [20, 'TEST_FAILED', 15],
  [21, 'INPUT_UNDER_VOLTAGE', ownInputs],
  [22, 'INPUT_OVER_CURRENT', 16],
  ...[2, 4, 8, 9, 10, 11, 16, 17, 18, 19].map(bit => [bit, `RESERVED_${bit}`, reserved] as const),
];

const compared = none(
  'the currents of strings are compared with each other (STR01, STR02); a box knows no others',
);

/** `Evt` and `InEvt` of 401 to 404. */
export const boxEvents: EventTable = [
  [0, 'LOW_VOLTAGE', compared],
  [1, 'LOW_POWER', compared],
  [2, 'LOW_EFFICIENCY', compared],
  [3, 'CURRENT', compared],
  [4, 'VOLTAGE', compared],
  [5, 'POWER', compared],
  [6, 'PR', compared],
  [7, 'DISCONNECTED', raises('STR10')],
  [8, 'FUSE_FAULT', raises('STR10')],
  [9, 'COMBINER_FUSE_FAULT', raises('STR10')],
  [10, 'COMBINER_CABINET_OPEN', raises('STR12')],
  [11, 'TEMP', raises('STR06')],
  [12, 'GROUNDFAULT', raises('STR09')],
  [13, 'REVERSED_POLARITY', raises('STR11')],
  [14, 'INCOMPATIBLE', raises('STR13')],
  [15, 'COMM_ERROR', raises('STR13')],
  [16, 'INTERNAL_ERROR', raises('STR13')],
  [17, 'THEFT', raises('STR08')],
  [18, 'ARC_DETECTED', raises('STR07')],
];

const measured = none(
  'judged by the measured values themselves: MET02 to MET05, MET09, GRD01 and the interface protection',
);
const ofMaker = none('its meaning is the choice of the maker, and no document of the standard has it');

/** `Evt` of 201 to 204 and 211 to 214. */
export const meterEvents: EventTable = [
  [2, 'Power_Failure', measured],
  [3, 'Under_Voltage', measured],
  [4, 'Low_PF', measured],
  [5, 'Over_Current', measured],
  [6, 'Over_Voltage', measured],
  [7, 'Missing_Sensor', measured],
  ...Array.from({ length: 8 }, (_, n) => [8 + n, `Reserved${n + 1}`, reserved] as const),
  ...Array.from({ length: 15 }, (_, n) => [16 + n, `OEM${String(n + 1).padStart(2, '0')}`, ofMaker] as const),
];

const asFault = none(
  'the state of the tracker is a fault (map-tracker.ts): TRK01 and TRK02 say where it stays',
);

/** `Alm` of each tracker of 601. */
export const trackerEvents: EventTable = [
  [0, 'SetPoint', asFault],
  [1, 'ObsEl', asFault],
  [2, 'ObsAz', asFault],
];

/** The bits that raise an alarm. */
export function bitsOf(table: EventTable, code: string): readonly number[] {
  return table.flatMap(([bit, , use]) => ('alarm' in use && use.alarm === code ? [bit] : []));
}
