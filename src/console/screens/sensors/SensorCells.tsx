import type { CellProps } from '../../device-screens/descriptor';
import { slotValue } from '../../device-screens/today';
import { formatNumber } from '../../i18n/format';
import { Indicator } from '../../ui/Indicator';
import { Spark } from '../../ui/Spark';
import { isUsable, type Kind, qualityIn, qualityWord, readingOf, type Sensor, unitWords } from './sensor';

export function ValueCell({ device }: CellProps<Sensor>) {
  return (
    <>
      <b>{formatNumber(readingOf(device), device.decimals)}</b> <span className="u">{unitWords(device)}</span>
    </>
  );
}

export function QualityCell({ device, view }: CellProps<Sensor>) {
  const quality = qualityIn(device, view);
  const word = qualityWord(quality);
  return quality === 'good' ? word : <b>{word}</b>;
}

/** The usual range of a reading, and its normal band if there is one. */
interface Range {
  readonly low: number;
  readonly high: number;
  readonly band?: readonly [low: number, high: number];
}

const light: Range = { low: 0, high: 1200 };
const ranges: Partial<Record<Kind, Range>> = {
  ghi: light,
  poa: light,
  rpoa: { low: 0, high: 300 },
  dhi: { low: 0, high: 600 },
  tmod: { low: -20, high: 90, band: [10, 75] },
  tamb: { low: -20, high: 60, band: [-10, 45] },
  ws: { low: 0, high: 20, band: [0, 14] },
  rh: { low: 0, high: 100 },
  pres: { low: 950, high: 1050 },
  soil: { low: 0.8, high: 1, band: [0.95, 1] },
  incl: { low: -60, high: 60 },
};

export function RangeCell({ device }: CellProps<Sensor>) {
  const range = device.kind ? ranges[device.kind] : undefined;
  if (!range || !isUsable(device)) return null;
  const { low, high, band } = range;
  const at = (value: number) => (100 * (value - low)) / (high - low);
  const value = readingOf(device);
  return (
    <Indicator
      kind="pointer"
      value={value === null ? null : at(value)}
      band={band ? [at(band[0]), at(band[1])] : null}
    />
  );
}

export function SensorSpark({ device, view: { today } }: CellProps<Sensor>) {
  // A wind direction jumps at north, so a line would be misleading.
  if (!today || device.kind === 'wd') return null;
  return <Spark {...today} valueIn={slotValue(today, `sensori.${device.id}.v`)} />;
}
