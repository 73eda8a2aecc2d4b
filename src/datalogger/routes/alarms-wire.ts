import type { Alarm, Transition } from '../../contract/alarms';
import type { Occurrence, Step } from '../alarms/model';

/** Rounds to thousandths, enough for every value of the catalogue. */
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);

/** `unit` of the rule that raised it. */
export function alarmOf(occurrence: Occurrence, unit: string): Alarm {
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
    valore: rounded(occurrence.value),
    soglia: occurrence.threshold,
    unita: unit,
    volte: occurrence.times,
    riconosciuto: acknowledged && { da: acknowledged.by, quando: acknowledged.at, nota: acknowledged.note },
    accantonato: shelf && { da: shelf.by, quando: shelf.at, fino: shelf.until, motivo: shelf.reason },
    causa: occurrence.cause,
    instabile: occurrence.isChattering,
    versione: occurrence.version,
  };
}

export function transitionOf({ t, from, to, by, note, value }: Step): Transition {
  return { t, da: from, a: to, chi: by, nota: note, valore: rounded(value) };
}
