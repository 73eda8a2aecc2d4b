import { meterRoles, sensorKinds } from '../../contract/codes';
import type { ConfigKind, Configuration, RecordOf } from '../../contract/config/kinds';
import type { InverterReading, MeterReading } from './electrical-rows';
import type { SensorReading, TrackerReading } from './field-rows';
import type { InputReading } from './mppt';
import { compareInverters } from './readings';
import type { Place, Polled, Service } from './rows';
import type { Wiring } from './wiring';

const dayS = 86_400;

export const serviceOf = (record: {
  readonly abilitato: boolean;
  readonly in_manutenzione: boolean;
}): Service => {
  if (!record.abilitato) return 'disabled';
  return record.in_manutenzione ? 'maintenance' : 'active';
};

/** Whole days from `t` to a date, negative when it has passed; null without one. */
export function daysUntil(date: string | null, t: number): number | null {
  return date === null ? null : Math.ceil(Date.parse(date) / 1000 / dayS - Math.floor(t / dayS));
}

/** The date a calibration runs out: so many months after it was made. */
export function calibrationEnd(made: string | null, months: number): string | null {
  if (made === null) return null;
  const end = new Date(made);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.toISOString().slice(0, 10);
}

/** What the datalogger makes of the devices' answers by its configuration: which of them it asks, as what, with which corrections. */
export class Setup {
  readonly configuration: Configuration;
  readonly wiring: Wiring;

  constructor(configuration: Configuration, wiring: Wiring) {
    this.configuration = configuration;
    this.wiring = wiring;
  }

  /** Every record of a kind with the reading of the device that answers for it, made into its own. */
  places<K extends ConfigKind, D extends Polled>(
    kind: K,
    readings: readonly D[],
    own: (record: RecordOf<K>, reading: D) => D,
    facts: (record: RecordOf<K>) => Place<D>['facts'] = () => ({}),
  ): Place<D>[] {
    return this.configuration[kind].map(record => {
      const device = this.wiring.deviceOf(kind, record);
      const reading = device === null ? undefined : readings[device - 1];
      return {
        id: record.id,
        name: record.nome,
        service: serviceOf(record),
        reading: reading ? own(record, reading) : null,
        facts: facts(record),
      };
    });
  }

  /** `poa` W/m²: in enough light they are compared. */
  inverters(readings: readonly InverterReading[], poa: number): Place<InverterReading>[] {
    const places = this.places(
      'inverters',
      readings,
      (record, reading) => this.#inverter(record, reading),
      ({ pn, kwp, mppt }) => ({ pn, kwp, ingressi: mppt }),
    );
    const asked = places.flatMap(({ reading, service }) =>
      reading && service !== 'disabled' ? [reading] : [],
    );
    compareInverters(asked, poa);
    return places;
  }

  #inverter(record: RecordOf<'inverters'>, reading: InverterReading): InverterReading {
    const { id, nome, pn, kwp, mppt } = record;
    const plan = { ...reading.plan, id, name: nome, ratedKw: pn, peakKwp: kwp, inputs: mppt };
    // One more of its like has as much of everything as it has more modules.
    const share = this.wiring.isFurther('inverters', record) ? kwp / reading.plan.peakKwp : 1;
    return {
      ...reading,
      plan,
      pac: reading.pac * share,
      qac: reading.qac * share,
      pdc: reading.pdc * share,
      dayKwh: reading.dayKwh * share,
      totalKwh: reading.totalKwh * share,
      deviation: null,
    };
  }

  /** The MPPT inputs of the inverters, as many as an inverter is configured to have. */
  inputs(readings: readonly InputReading[]): Place<InputReading>[] {
    const byInverter = new Map<number, InputReading[]>();
    for (const reading of readings) {
      const { inverter } = reading.plan;
      const own = byInverter.get(inverter);
      if (own) own.push(reading);
      else byInverter.set(inverter, [reading]);
    }
    return this.configuration.inverters.flatMap(record => {
      const wired = byInverter.get(this.wiring.deviceOf('inverters', record) ?? 0) ?? [];
      const own = wired.filter(({ plan }) => plan.number <= record.mppt);
      return own.map((reading): Place<InputReading> => {
        const { number } = reading.plan;
        const id = 100 * record.id + number;
        const name = `${record.nome} MPPT ${number}`;
        return {
          id,
          name,
          service: serviceOf(record),
          reading: { ...reading, id, name },
          facts: { inverter: record.id, ingresso: number },
        };
      });
    });
  }

  trackers(readings: readonly TrackerReading[]): Place<TrackerReading>[] {
    return this.places(
      'trackers',
      readings,
      (_, reading) => reading,
      ({ gruppo, vento_riposo, minuti_rientro }) => ({
        settore: gruppo,
        limite: vento_riposo,
        rientro: minuti_rientro * 60,
      }),
    );
  }

  meters(readings: readonly MeterReading[]): Place<MeterReading>[] {
    return this.places(
      'contatori',
      readings,
      (record, reading) => meterOf(record, reading),
      ({ ruolo }) => ({ ruolo: roles[ruolo] }),
    );
  }

  sensors(readings: readonly SensorReading[], t: number): Place<SensorReading>[] {
    return this.places(
      'sensori',
      readings,
      ({ gain, offset, tarato_il, validita }, reading) => ({
        ...reading,
        value: reading.value === null ? null : reading.value * gain + offset,
        calibrationDays: daysUntil(calibrationEnd(tarato_il, validita), t),
      }),
      ({ tipo }) => ({ tipo: sensorKinds.findIndex(([kind]) => kind === tipo) }),
    );
  }
}

const roles: Readonly<Record<RecordOf<'contatori'>['ruolo'], number>> = {
  scambio: meterRoles.exchange,
  produzione: meterRoles.production,
  ausiliari: meterRoles.auxiliary,
  consumo: meterRoles.consumption,
};

/** Wired the other way round, what it exports is imported. */
function meterOf({ ruolo, inverti, offset }: RecordOf<'contatori'>, reading: MeterReading): MeterReading {
  const role = Object.values(meterRoles).find(code => code === roles[ruolo]) ?? reading.plan.role;
  const plan = { ...reading.plan, role };
  const { exportedKwh, importedKwh } = reading;
  return inverti
    ? {
        ...reading,
        plan,
        power: -reading.power,
        reactive: -reading.reactive,
        exportedKwh: importedKwh + offset,
        importedKwh: exportedKwh,
        quadrant1: reading.quadrant3,
        quadrant2: reading.quadrant4,
        quadrant3: reading.quadrant1,
        quadrant4: reading.quadrant2,
      }
    : { ...reading, plan, exportedKwh: exportedKwh + offset };
}
