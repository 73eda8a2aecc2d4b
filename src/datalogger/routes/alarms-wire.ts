import type { Alarm, Transition } from '../../contract/alarms';
import type { Occurrence, Step } from '../alarms/model';
import type { LostByAlarm } from '../reports/lost-by-alarm';
import type { Consequences } from '../store/alarms-incidents';

/** Decimals of a measured value; three where the unit is not listed. Thresholds have three, because they are shown as they are set. */
const decimalsOf: Readonly<Record<string, number>> = {
  ...{ '%': 1, '°C': 1, '°': 1, 'm/s': 1, V: 1, hPa: 1, mm: 1, Hz: 2, A: 2 },
  ...{ 'W/m²': 0, kΩ: 0, min: 0, d: 0, ms: 0 },
};

function rounded(value: number | null, decimals = 3): number | null {
  const factor = 10 ** decimals;
  return value === null ? null : Math.round(value * factor) / factor;
}

interface Around {
  /** Of its value and threshold. */
  readonly unit: string;
  /** What it cost. */
  readonly lost: LostByAlarm | null;
  /** What it hides; undefined for nothing. */
  readonly consequences: Consequences | undefined;
}

export function alarmOf(occurrence: Occurrence, { unit, lost, consequences }: Around): Alarm {
  const { subject, acknowledged, shelf } = occurrence;
  return {
    id: occurrence.id,
    codice: occurrence.code,
    gruppo: subject.group,
    dispositivo: subject.device,
    nome: subject.name,
    priorita: occurrence.priority,
    stato: occurrence.state,
    presente: occurrence.isPresent,
    inizio: occurrence.begin,
    fine: occurrence.end,
    valore: rounded(occurrence.value, decimalsOf[unit]),
    soglia: rounded(occurrence.threshold),
    unita: unit,
    volte: occurrence.times,
    riconosciuto: acknowledged && { da: acknowledged.by, quando: acknowledged.at, nota: acknowledged.note },
    accantonato: shelf && { da: shelf.by, quando: shelf.at, fino: shelf.until, motivo: shelf.reason },
    causa: occurrence.cause,
    ...(consequences && {
      conseguenze: {
        allarmi: consequences.alarms,
        dispositivi: consequences.devices,
        da_riconoscere: consequences.waiting,
      },
    }),
    persa: lost && rounded(lost.kwh),
    ...(lost && lost.euros !== null && { costo: lost.euros }),
    instabile: occurrence.isChattering,
    versione: occurrence.version,
  };
}

export function transitionOf({ t, from, to, by, note, value }: Step, unit: string): Transition {
  return { t, da: from, a: to, chi: by, nota: note, valore: rounded(value, decimalsOf[unit]) };
}
