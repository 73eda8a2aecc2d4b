import type { MeterConfig } from '../../../contract/config/meters';
import type { Report, ReportKind } from '../../../contract/reports';
import { localDate, quarterS, startOfMonth } from '../../../contract/zone';
import type { Period } from '../../core/time/period';
import type { Watch } from '../../plant/sampler/sampler';
import type { Snapshot } from '../../plant/snapshot';
import type { FiscalReadings, MeterIdentity } from '../../storage/config/fiscal-readings';
import type { Frame } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd } from '../../storage/measures/rollup';
import { archiveStart } from './bounds';
import { declarationOf, isSameMeter, movedBetween } from './declaration';
import { measuredSeconds, readingOf } from './reading';

interface Archive {
  readonly store: Measures;
  readonly zone: string;
  /** The meters as they are configured. */
  readonly meters: readonly (MeterConfig & { readonly id: number })[];
}

/** A meter that did not answer for so long before midnight (s) has no reading of that month. */
const longestAgeS = 86_400;

/**
 * Freezes the readings of every midnight of the 1st that has passed since the newest frozen one, or since the archive began: the registers
 * at the end of the last quarter of an hour before it. To be called again and again; it does something once a month.
 */
export function freezeReadings(archive: Archive, readings: FiscalReadings): void {
  const { store, zone } = archive;
  const begin = archiveStart(store, zone);
  const end = archiveEnd(store);
  if (begin === null || end === null) return;
  const newest = readings.newest();
  for (
    let month = monthAfter(zone, newest ?? begin);
    month + quarterS <= end;
    month = monthAfter(zone, month)
  )
    freezeMonth(archive, readings, month);
}

/** Looks once in a quarter of an hour whether a month is to be frozen. */
export function fiscalWatch(
  { archive: store, zone }: { readonly archive: Measures; readonly zone: () => string },
  meters: () => Archive['meters'],
  readings: FiscalReadings,
  onFailure: (error: unknown) => void,
): Watch {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return ({ t }) => {
    if (Math.abs(t - lookedAt) < quarterS) return;
    lookedAt = t;
    try {
      freezeReadings({ store, zone: zone(), meters: meters() }, readings);
    } catch (error) {
      onFailure(error);
    }
  };
}

function monthAfter(zone: string, t: number): number {
  const { year, month } = localDate(zone, t);
  return startOfMonth(zone, year, month + 1);
}

function freezeMonth({ store, meters }: Archive, readings: FiscalReadings, month: number): void {
  const frames = store.frames('quarter', 'contatori', month - longestAgeS, month);
  const last = new Map<number, readonly [Frame, device: number]>();
  for (const frame of frames)
    frame.ids.forEach((meter, device) => {
      // What a gap was filled with is no reading.
      if (measuredSeconds('contatori', frame, device) > 0) last.set(meter, [frame, device]);
    });
  for (const [meter, [frame, device]] of last) {
    const read = readingOf('contatori', frame);
    const [exported, imported] = [read(device, 'e_imm'), read(device, 'e_prel')];
    const reactive = ['er1', 'er2', 'er3', 'er4'].map(point => read(device, point));
    const takenS = frame.t + quarterS;
    const identity = identityOf(meters.find(({ id }) => id === meter));
    readings.freeze({ meter, month, takenS, exported, imported, reactive, identity });
  }
}

function identityOf(meter: MeterConfig | undefined): MeterIdentity | null {
  if (!meter) return null;
  const { seriale: serial, pod, ta_primario, ta_secondario, tv_primario, tv_secondario } = meter;
  const voltage = tv_secondario === 0 ? 1 : tv_primario / tv_secondario;
  return { serial, pod, ratio: (ta_primario / ta_secondario) * voltage };
}

interface Frozen {
  readonly snapshot: Snapshot;
  readonly readings?: Pick<FiscalReadings, 'between'>;
  readonly zone: string;
}

/** The readings of a report, and what a year is declared with. */
export function fiscalOf(
  frozen: Frozen,
  kind: ReportKind,
  period: Pick<Period, 'from' | 'to'>,
): Pick<Report, 'letture' | 'dichiarazione'> {
  const letture = kind === 'mensile' || kind === 'annuale' ? readingsOf(frozen, period) : [];
  return { letture, dichiarazione: kind === 'annuale' ? declarationOf(letture) : [] };
}

/** The frozen readings of a month or a year, from its first midnight to the one that ends it; by meter, in order of time. */
export function readingsOf(
  { snapshot, readings, zone }: Frozen,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Report['letture'] {
  const { contatori } = snapshot.groups;
  const names = new Map(contatori.id.map((id, row) => [id, contatori.nome[row] ?? '']));
  const rows = (readings?.between(from, to) ?? []).map(
    ({ meter, month, takenS, exported, imported, reactive, identity }) => ({
      id: meter,
      nome: names.get(meter) ?? '',
      seriale: identity?.serial ?? '',
      pod: identity?.pod ?? '',
      rapporto: identity?.ratio ?? null,
      t: month,
      presa: takenS,
      e_imm: exported,
      e_prel: imported,
      er: [...reactive],
    }),
  );
  const last = new Map<number, (typeof rows)[number]>();
  return rows.map(row => {
    const before = last.get(row.id);
    last.set(row.id, row);
    const isNext = before && isSameMeter(before, row) && monthAfter(zone, before.t) === row.t;
    return {
      ...row,
      immessa: isNext ? movedBetween(before.e_imm, row.e_imm) : null,
      prelevata: isNext ? movedBetween(before.e_prel, row.e_prel) : null,
    };
  });
}
