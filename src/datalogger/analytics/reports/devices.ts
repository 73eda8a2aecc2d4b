import { reportIndices, sentDecimals } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import type { DeviceRows } from '../../plant/snapshot';
import type { FigureLimits } from '../../plant/source';
import { emptyFrame, type Frame } from '../../storage/measures/frame';
import * as kpi from '../key-figures/formulae';
import { rounded, shownOf } from '../key-figures/indices';
import { type Counted, uncounted } from './meters';
import { inUnits, measuredSeconds, readingOf, sumOf } from './reading';

const decimals = (name: keyof typeof reportIndices) => sentDecimals(reportIndices[name]);
const mostStrings = 10;

/** The figures of each inverter over `elapsedS`; null where the archive has too little data. */
export function inverterList(
  inverters: DeviceRows,
  archived: Frame | undefined,
  elapsedS: number,
  limits: FigureLimits,
): Report['inverter'] {
  const frame = archived ?? emptyFrame('inverter', 0, []);
  const read = readingOf('inverter', frame);
  const exact = inverters.id.map((id, row) => {
    const device = frame.ids.indexOf(id);
    const kwp = inverters.values.kwp?.[row] ?? null;
    const energia = read(device, 'eday');
    const down = read(device, 'fermo');
    const useful = read(device, 'fermo', 1);
    const copertura = kpi.coverage(device < 0 ? 0 : measuredSeconds('inverter', frame, device), elapsedS);
    const running = down === null || useful === null ? null : useful - down;
    const [yielded, healthy] = [read(device, 'dev'), read(device, 'dev', 1)];
    return {
      id,
      nome: inverters.nome[row] ?? '',
      kwp,
      energia,
      copertura,
      resa: kpi.yieldOf(energia, kwp),
      scarto: shownOf(kpi.deviation(yielded, healthy), copertura, limits),
      disponibilita: shownOf(kpi.technicalAvailability(running, useful), copertura, limits),
      fermo: inUnits(down, 3600),
      persa: sumOf([read(device, 'persa'), read(device, 'muta'), read(device, 'declassata')]),
    };
  });
  return exact.map(inverter => ({
    ...inverter,
    energia: rounded(inverter.energia, decimals('energia')),
    resa: rounded(inverter.resa, decimals('resa')),
    scarto: rounded(inverter.scarto, 1),
    disponibilita: rounded(inverter.disponibilita, decimals('disponibilita')),
    fermo: rounded(inverter.fermo, decimals('fermo')),
    persa: rounded(inverter.persa, decimals('persa')),
    copertura: rounded(inverter.copertura, 1),
  }));
}

/** The energies of each meter. */
export function meterList(
  meters: DeviceRows,
  counted: ReadonlyMap<number, Counted>,
  quarters: Frame | undefined,
): Report['contatori'] {
  const frame = quarters ?? emptyFrame('contatori', 0, []);
  const read = readingOf('contatori', frame);
  return meters.id.map((id, row) => {
    const { exported, imported } = counted.get(id) ?? uncounted;
    const peak = read(frame.ids.indexOf(id), 'p', 1);
    return {
      id,
      nome: meters.nome[row] ?? '',
      ruolo: meters.values.ruolo?.[row] ?? null,
      immessa: rounded(exported, decimals('immessa')),
      prelevata: rounded(imported, decimals('prelevata')),
      picco: peak !== null && peak > 0 ? rounded(peak, decimals('picco')) : null,
    };
  });
}

/** The strings that lost most, with what that would have earned; null where the archive has none. */
export function worstStrings(
  strings: DeviceRows,
  archived: Frame | undefined,
  costs: ReadonlyMap<number, number | null> = new Map(),
): Report['stringhe'] {
  if (!archived || archived.ids.length === 0) return null;
  const read = readingOf('stringhe', archived);
  const names = new Map(strings.id.map((id, row) => [id, strings.nome[row] ?? '']));
  return archived.ids
    .map((id, device) => ({ id, nome: names.get(id) ?? '', persa: rounded(read(device, 'persa'), 2) ?? 0 }))
    .filter(({ persa }) => persa > 0)
    .sort((a, b) => b.persa - a.persa)
    .slice(0, mostStrings)
    .map(string => ({ ...string, valore: rounded(costs.get(string.id) ?? null, 5) }));
}
