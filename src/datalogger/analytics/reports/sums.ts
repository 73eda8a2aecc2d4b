import { emptyFrame, type Frame } from '../../storage/measures/frame';
import { times } from '../key-figures/formulae';
import type { PeriodSums } from '../key-figures/indices';
import type { Counted } from './meters';
import { inUnits, measuredSeconds, type Reading, readingOf, sumOf } from './reading';

const joulesPerKwh = 3_600_000;

/** The sums of the archive over a time. */
export interface Slice {
  readonly plant: Frame | undefined;
  readonly inverters: Frame | undefined;
  readonly exchanged: Counted;
  readonly elapsedS: number;
}

/** Adds up the frames of a time. */
export function sumsOf({ plant, inverters, exchanged, elapsedS }: Slice): PeriodSums {
  const frame = plant ?? emptyFrame('impianto', 0, [1]);
  const read = readingOf('impianto', frame);
  const heat = read(0, 'calore');
  const heatReference = read(0, 'calore', 1);
  const reference = read(0, 'pr', 1);
  return {
    elapsedS,
    measuredS: measuredSeconds('impianto', frame, 0),
    irradianceS: read(0, 'irr', 1) ?? 0,
    energyKwh: read(0, 'eday'),
    irradiation: inUnits(read(0, 'irr'), joulesPerKwh),
    ...comparedSums(read),
    matchedKwh: inUnits(read(0, 'pr'), 1000),
    referenceKwh: inUnits(reference, 1000),
    meanTemperature: heat === null || !heatReference ? null : heat / heatReference,
    available: read(0, 'disp'),
    useful: read(0, 'disp', 1),
    ...inverterSums(inverters, read(0, 'eday')),
    exportedKwh: exchanged.exported,
    importedKwh: exchanged.imported,
    ownKwh: read(0, 'propria'),
    peakKw: read(0, 'pac', 1),
  };
}

/** Expected energy, and the energy made meanwhile. Archives of older versions have the counter of the expected one only. */
function comparedSums(read: Reading) {
  const expectedWh = read(0, 'atteso', 1);
  return expectedWh === null
    ? { expectedKwh: read(0, 'eattesa'), comparedKwh: inUnits(read(0, 'pr'), 1000) }
    : { expectedKwh: expectedWh / 1000, comparedKwh: inUnits(read(0, 'atteso'), 1000) };
}

function inverterSums(inverters: Frame | undefined, energyKwh: number | null) {
  const frame = inverters ?? emptyFrame('inverter', 0, []);
  const read = readingOf('inverter', frame);
  const all = (name: string, part: 0 | 1 = 0) =>
    sumOf(frame.ids.map((_, device) => read(device, name, part)));
  // The energies of the efficiency are stored in tenths of a Wh.
  const [acKwh, dcKwh] = [inUnits(all('eff'), 10_000), inUnits(all('eff', 1), 10_000)];
  return {
    // No counter measures DC energy: that of the counted energy, by the measured efficiency, so that a gap in the samples is no loss.
    directKwh: acKwh !== null && acKwh > 0 && energyKwh !== null ? times(dcKwh, energyKwh / acKwh) : dcKwh,
    standstillH: inUnits(all('fermo'), 3600),
    lostKwh: sumOf([all('persa'), all('muta'), all('declassata')]),
  };
}
