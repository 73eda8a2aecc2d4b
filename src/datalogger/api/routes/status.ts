import type { General, StatusRecord } from '../../../contract/session';
import { productName } from '../../core/product';
import type { System } from '../../core/system/system';
import type { Clock } from '../../core/time/clock';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Handlers, notFound } from '../http/handler';

export interface StatusDeps {
  readonly config: ConfigDatabase;
  readonly system: System;
  /** The plant's clock: the footer shows the time of the values. */
  readonly plantClock: Clock;
  readonly version: string;
  /** The build of the console that is served now, empty without one. */
  readonly consoleBuild: () => string;
  readonly isSimulated: boolean;
  /** Share of a simulated past that is written, %. */
  readonly pastPercent: () => number;
  /** A different text after every start, and after every setting of the plant's clock. */
  readonly beginning: () => string;
}

type StatusKey = 'GET auth/generale/:id' | 'GET auth/stato_datalogger/all';

/** Times are in UTC where there is no plant yet. */
const zoneWithoutPlant = 'UTC';

export function statusHandlers(deps: StatusDeps): Pick<Handlers, StatusKey> {
  return {
    'GET auth/generale/:id': ({ params }) => {
      if (params.id !== '1') throw notFound();
      return general(deps);
    },
    'GET auth/stato_datalogger/all': () => statusRecords(deps),
  };
}

function general(deps: StatusDeps): General {
  const percent = deps.pastPercent();
  return {
    id: 1,
    prodotto: productName,
    versione: deps.version,
    seriale: deps.config.installation.serial,
    fuso: deps.config.plantConfig.zone() ?? zoneWithoutPlant,
    ora: Math.floor(deps.plantClock.now() / 1000),
    build: deps.consoleBuild(),
    simulato: deps.isSimulated,
    avvio: deps.beginning(),
    ...(percent < 100 && { storia_scritta: percent }),
    capacita: deps.system.capabilities(),
  };
}

/** One record for this datalogger; none before a plant is configured. */
function statusRecords(deps: StatusDeps): StatusRecord[] {
  const plant = deps.config.plantConfig.read();
  if (!plant) return [];
  const { cpuTemperature, acContact, batteryContact } = deps.system.status();
  const { data, ora } = dateAndTime(deps.plantClock.now(), plant.fields.fuso);
  return [
    {
      seriale: deps.config.installation.serial,
      data,
      ora,
      stato_funzionamento: 'Attivo',
      cpu_temp: cpuTemperature === null ? null : Math.round(cpuTemperature * 10) / 10,
      ...(plant.hasUps && acContact ? { ac_OK: acContact } : {}),
      ...(plant.hasUps && batteryContact ? { upsbattery_low: batteryContact } : {}),
    },
  ];
}

/** `dd/mm/yyyy` and `HH:mm:ss` of a zone. */
function dateAndTime(epochMs: number, timeZone: string): { data: string; ora: string } {
  const at = new Date(epochMs);
  return {
    data: at.toLocaleDateString('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }),
    ora: at.toLocaleTimeString('en-GB', { timeZone, hourCycle: 'h23' }),
  };
}
