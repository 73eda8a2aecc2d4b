import type { Configuration } from '../../../src/contract/config/kinds';
import type { Table } from '../../../src/contract/measures';
import type { Snapshot } from '../../../src/datalogger/plant/snapshot';

/** What every device of a plant can give at most, by group, point and id; powers in kW, currents in A. */
export class Most {
  readonly #configuration: Configuration;
  readonly ratedKw: number;
  readonly #siteKw: number;

  /** `siteKw`: what the consumers of the site take at most. */
  constructor(configuration: Configuration, siteKw: number) {
    this.#configuration = configuration;
    this.ratedKw = configuration.inverters.reduce((sum, { pn }) => sum + pn, 0);
    this.#siteKw = siteKw;
  }

  of(group: string, point: string, id: number): number | null {
    const { inverters, contatori } = this.#configuration;
    const inverter = inverters.find(each => each.id === id);
    if (group === 'inverter' && inverter) {
      if (['pac', 'qac', 'sac'].includes(point)) return 1.35 * inverter.pn;
      return point === 'pdc' ? Math.max(1.5 * inverter.pn, 1.3 * inverter.kwp) : null;
    }
    if (group === 'impianto') {
      if (['pac', 'qac'].includes(point)) return 1.5 * this.ratedKw;
      return ['pimm', 'pprel', 'pauto'].includes(point) ? this.#meterKw('scambio') : null;
    }
    if (group === 'contatori') {
      const meter = contatori.find(each => each.id === id);
      const points = ['p', 'qac', 'picco'];
      return meter && points.includes(point) ? this.#meterKw(meter.ruolo) : null;
    }
    if (group === 'mppt' && point === 'p') return 1.3 * Math.max(...inverters.map(({ kwp }) => kwp));
    return group === 'stringhe' && point === 'i' ? 1.3 * 25 * 4 : null;
  }

  /** Without the greatest power of a meter in its record, ten times the plant is believed where a site consumes. */
  #meterKw(role: string): number {
    return role === 'produzione' ? 1.5 * this.ratedKw : this.#siteKw;
  }

  /** Values of a snapshot that are more. */
  beyond({ groups }: Snapshot): string[] {
    const found: string[] = [];
    for (const [group, rows] of Object.entries(groups))
      for (const [point, column] of Object.entries(rows.values)) {
        if (point === 'picco') continue;
        rows.id.forEach((id: number, index: number) => {
          const [most, value] = [this.of(group, point, id), column[index] ?? null];
          if (most !== null && value !== null && Math.abs(value) > most)
            found.push(`${group}.${id}.${point}: ${value} > ${most}`);
        });
      }
    return found;
  }

  /** Values of a table of a period that are more. */
  beyondIn({ colonne }: Table): string[] {
    return Object.entries(colonne).flatMap(([code, column]) => {
      const [group = '', ...rest] = code.split('.');
      const [id, point] = rest.length === 2 ? rest : ['1', rest[0]];
      const most = this.of(group, point ?? '', Number(id));
      const worst = Math.max(0, ...column.map(value => Math.abs(Number(value ?? 0))));
      return most !== null && worst > most ? [`${code}: ${worst} > ${most}`] : [];
    });
  }
}

/** Totals that feeds call increasing: how often one fell, and by how much. */
export class Rising {
  readonly #last = new Map<string, number>();
  readonly fell: string[] = [];

  read({ t, groups }: Snapshot): void {
    for (const [group, rows] of Object.entries(groups))
      for (const [point, column] of Object.entries(rows.totals ?? {}))
        column.forEach((value: number | null, index: number) => {
          if (value === null) return;
          const key = `${group}.${rows.id[index]}.${point}`;
          const before = this.#last.get(key) ?? value;
          if (value < before - 1e-6) this.fell.push(`${key} at ${t}: ${before} -> ${value}`);
          this.#last.set(key, value);
        });
  }
}
