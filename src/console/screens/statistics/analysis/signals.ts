import type { Archived, ArchivedGroup } from '../../../data/series';
import { t, textOf } from '../../../i18n/translate';

/** A line that can be chosen: a signal of a device, of all devices of a group, or the median of a device's peers. */
export interface Signal {
  /** In full, as in the address: `inverter.3.pac`, `inverter.pac`, `inverter.3.pac.mediana`. */
  readonly code: string;
  readonly group: string;
  /** Null for the plant and for all devices of a group. */
  readonly device: number | null;
  readonly isMedian: boolean;
  /** Of all devices of a group. */
  readonly isAll: boolean;
  /** "INV 03" */
  readonly deviceName: string;
  /** "Potenza attiva" */
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
}

const plant = 'impianto';
const medianEnd = '.mediana';
export const medianOf = (code: string) => code + medianEnd;

/** Groups whose devices can be compared with each other. */
export const comparableGroups = ['inverter', 'stringhe', 'tracker'];
/** More devices than this are not drawn at once. */
const mostAtOnce = 64;

const groupWords = {
  inverter: 'menu.inverters',
  stringhe: 'menu.strings',
  tracker: 'menu.trackers',
  contatori: 'menu.meters',
  sensori: 'menu.sensors',
  di: 'menu.digitalSignals',
  spi: 'menu.interfaceProtections',
  cci: 'menu.centralController',
} as const;

export function groupName(group: string): string {
  if (group === plant) return t('footer.plant');
  const known = Object.keys(groupWords).find((each): each is keyof typeof groupWords => each === group);
  return known ? t(groupWords[known]) : group;
}

/** The name of a point; its code where the console has no word for it. */
const pointName = (group: string, point: string) =>
  textOf('analysis', 'point', `${group}_${point}`) ?? textOf('analysis', 'point', point) ?? point;

/** Everything that can be chosen of a group, device by device. */
export function signalsOf({ group, devices, signals }: ArchivedGroup): readonly Signal[] {
  const isAll = comparableGroups.includes(group) && devices.length > 1 && devices.length <= mostAtOnce;
  const all = { id: null, name: t('analysis.all', { group: groupName(group) }), unit: null, decimals: null };
  return [...(isAll ? [all] : []), ...devices].flatMap(({ id, name, ...own }) =>
    signals.map(({ point, ...usual }): Signal => {
      // The value of a sensor has the unit of what it measures.
      const { unit, decimals } = { unit: own.unit ?? usual.unit, decimals: own.decimals ?? usual.decimals };
      const isOwn = usual.unit === '' && own.unit !== null;
      return {
        code: [group, ...(group === plant || id === null ? [] : [id]), point].join('.'),
        group,
        device: group === plant ? null : id,
        isMedian: false,
        isAll: id === null,
        deviceName: group === plant ? groupName(group) : name,
        name: pointName(group, point),
        unit: isOwn ? unit : usual.unit,
        decimals: isOwn ? decimals : usual.decimals,
      };
    }),
  );
}

/** The signals of codes, in their order; what the archive does not have is left out. */
export function chosenOf({ groups }: Archived, codes: readonly string[]): readonly Signal[] {
  return codes.flatMap(code => {
    const plain = code.endsWith(medianEnd) ? code.slice(0, -medianEnd.length) : code;
    const group = groups.find(each => plain.startsWith(`${each.group}.`));
    const found = group && signalsOf(group).find(each => each.code === plain);
    if (!found) return [];
    if (plain === code) return [found];
    const name = t('analysis.medianOf', { name: found.name });
    return [{ ...found, code, isMedian: true, name }];
  });
}

/** "INV 03: Potenza attiva" */
export const lineName = ({ deviceName, name }: Signal) => `${deviceName}: ${name}`;

/** The units of the two axes: those of the first lines. */
export function axisUnits(signals: readonly Signal[]): readonly string[] {
  return [...new Set(signals.map(({ unit }) => unit))].slice(0, 2);
}
