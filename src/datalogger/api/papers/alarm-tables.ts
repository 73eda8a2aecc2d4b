import type { Report } from '../../../contract/reports';
import { wantedInTenMinutes, wantedPerDay, wantedShares } from '../../../contract/wanted-alarms';
import { alarmName, durationColumn, type PaperTable } from './paper-table';
import { missing, type Writer } from './words';

export function alarmsTable({ allarmi, perdite }: Report, writer: Writer): PaperTable {
  const { disponibilita } = perdite;
  const percent = writer.quantity(disponibilita, 2, '%');
  return {
    title: writer.word('reports.alarms'),
    columns: [
      writer.texts(
        writer.word('reports.alarm'),
        allarmi.map(({ codice }) => alarmName(writer, codice)),
      ),
      writer.texts(
        writer.word('reports.priority'),
        allarmi.map(({ priorita }) => writer.word(`alarmSign.priority.p${priorita}`)),
      ),
      ...(['volte', 'dispositivi'] as const).map(name =>
        writer.numbers(
          writer.word(name === 'volte' ? 'reports.times' : 'reports.devices'),
          ['', 0],
          allarmi.map(each => each[name]),
        ),
      ),
      durationColumn(allarmi, writer),
    ],
    ...(disponibilita !== null && { note: writer.word('reports.available', { percent }) }),
  };
}

export function worstAlarmsTable({ figure_allarmi: { peggiori } }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.worst'),
    columns: [
      writer.texts(
        writer.word('reports.alarm'),
        peggiori.map(({ codice }) => alarmName(writer, codice)),
      ),
      writer.texts(
        writer.word('reports.device'),
        peggiori.map(({ nome }) => nome),
      ),
      writer.numbers(
        writer.word('reports.times'),
        ['', 0],
        peggiori.map(({ volte }) => volte),
      ),
      durationColumn(peggiori, writer),
    ],
  };
}

/** How the alarms themselves did, beside what ISA-18.2 asks for. */
export function alarmFiguresTable({ figure_allarmi: figures }: Report, writer: Writer): PaperTable {
  const time = (seconds: number | null) => (seconds === null ? missing : writer.duration(seconds));
  const word = (name: string) => writer.word(`reports.alarmFigure.${name}`);
  const priorities = wantedShares.map(([wanted, own], at) => [
    writer.word('reports.alarmFigure.priority', {
      priority: own.map(each => writer.word(`alarmSign.priority.p${each}`)).join(', '),
    }),
    writer.quantity(figures.priorita[at], 1, '%'),
    writer.quantity(wanted, 0, '%'),
  ]);
  const rows = [
    [word('al_giorno'), writer.number(figures.al_giorno, 1), `≤ ${wantedPerDay}`],
    [word('fascia'), writer.number(figures.fascia, 0), `≤ ${wantedInTenMinutes}`],
    ...priorities,
    ...(['riconoscimento', 'mttr', 'mtbf'] as const).map(name => [word(name), time(figures[name]), '']),
  ];
  const cells = (at: number) => (figures.volte === 0 ? [] : rows.map(row => row[at] ?? ''));
  return {
    title: writer.word('reports.alarmFigures'),
    columns: [
      writer.texts(writer.word('reports.figure'), cells(0)),
      { title: writer.word('reports.measured'), isNumber: true, cells: cells(1) },
      { title: `${writer.word('reports.wanted')} (ISA-18.2)`, isNumber: true, cells: cells(2) },
    ],
  };
}
