import { SystemBody } from '../../../contract/system';
import type { Database } from '../database/database';
import { defaultRetention, type Retention } from '../measures/kept';
import type { Installation } from './installation';
import { createSettingRecords } from './setting-records';

/** The settings of the datalogger itself. */
export interface SystemRecords {
  read(): { readonly value: SystemBody; readonly version: number };
  /** Counts the version up. */
  write(value: SystemBody): void;
  retention(): Retention;
  /** s that a login lasts; `otherwise` while nothing was ever set. */
  sessionS(otherwise: number): number;
}

const firstNtp = ['0.it.pool.ntp.org', '1.it.pool.ntp.org'];
const usualSessionHours = 12;

export function createSystemRecords(db: Database, installation: Installation): SystemRecords {
  const records = createSettingRecords(db, 'system', SystemBody, {
    ntp: firstNtp,
    giorni_minuti: defaultRetention.minuteDays,
    giorni_quarti: defaultRetention.quarterDays,
    dati_pubblici: true,
    sospensione_operatori: false,
    ore_sessione: usualSessionHours,
  });
  const read = () => {
    const { value, version } = records.read();
    // Every request asks whether the plant is public: that has a place of its own.
    return { value: { ...value, dati_pubblici: installation.isPlantPublic() }, version };
  };
  return {
    read,
    write(value) {
      records.write(value, null);
      installation.setPlantPublic(value.dati_pubblici);
    },
    sessionS(otherwise) {
      const { value, version } = records.read();
      return version === 1 ? otherwise : value.ore_sessione * 3600;
    },
    retention() {
      const { giorni_minuti, giorni_quarti } = records.read().value;
      return { minuteDays: giorni_minuti, quarterDays: giorni_quarti };
    },
  };
}
