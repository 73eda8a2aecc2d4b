import { reportIndices } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import { causeName, type PaperTable } from './paper-table';
import type { Writer } from './words';

export function lossesTable({ perdite: { tutte } }: Report, writer: Writer): PaperTable {
  const euros =
    tutte.valore === null
      ? []
      : [
          writer.numbers(
            writer.word('balance.value'),
            ['€', 2],
            tutte.cause.map(({ valore }) => valore),
            tutte.valore,
          ),
        ];
  return {
    title: writer.word('reports.losses'),
    columns: [
      writer.texts(
        writer.word('reports.cause'),
        tutte.cause.map(({ causa }) => causeName(writer, causa)),
        writer.word('reports.total'),
      ),
      writer.numbers(
        writer.word('report.index.persa'),
        reportIndices.persa,
        tutte.cause.map(({ persa }) => persa),
        tutte.persa,
      ),
      ...euros,
    ],
  };
}

const alarmName = (writer: Writer, code: string) => `${code} ${writer.word(`alarm.${code}.title`)}`.trim();

export function stopsTable({ fermi }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.stopsLongest'),
    columns: [
      writer.texts(
        writer.word('reports.device'),
        fermi.map(({ nome }) => nome),
      ),
      writer.texts(
        writer.word('reports.alarm'),
        fermi.map(({ codice }) => alarmName(writer, codice)),
      ),
      writer.texts(
        writer.word('reports.begin'),
        fermi.map(({ inizio }) => writer.time(inizio)),
      ),
      writer.texts(
        writer.word('reports.end'),
        fermi.map(({ fine }) => (fine === null ? writer.word('reports.ongoing') : writer.time(fine))),
      ),
      {
        title: writer.word('reports.duration'),
        isNumber: true,
        cells: fermi.map(({ durata }) => writer.duration(durata)),
      },
      writer.numbers(
        writer.word('report.index.persa'),
        reportIndices.persa,
        fermi.map(({ persa }) => persa),
      ),
    ],
  };
}

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
      writer.numbers(
        writer.word('reports.priority'),
        ['', 0],
        allarmi.map(({ priorita }) => priorita),
      ),
      writer.numbers(
        writer.word('reports.times'),
        ['', 0],
        allarmi.map(({ volte }) => volte),
      ),
      {
        title: writer.word('reports.duration'),
        isNumber: true,
        cells: allarmi.map(({ durata }) => writer.duration(durata)),
      },
    ],
    ...(disponibilita !== null && { note: writer.word('reports.available', { percent }) }),
  };
}

/** Orders of work, and what those that were closed cost. */
export function workTable({ lavori = [] }: Report, writer: Writer): PaperTable {
  const texts = (head: string, of: (order: (typeof lavori)[number]) => string) =>
    writer.texts(writer.word(head), lavori.map(of));
  const costs = lavori.map(({ costo }) => costo);
  return {
    title: writer.word('reports.work'),
    columns: [
      texts('reports.begin', ({ creato }) => writer.time(creato)),
      texts('reports.end', ({ chiuso }) =>
        chiuso === null ? writer.word('reports.ongoing') : writer.time(chiuso),
      ),
      texts('reports.device', ({ nome }) => nome),
      texts('balance.text', ({ id, titolo }) => `${id} ${titolo}`),
      texts('reports.person', ({ persona }) => persona),
      writer.numbers(
        writer.word('balance.value'),
        ['€', 2],
        costs,
        costs.reduce<number | null>((sum, cost) => (cost === null ? sum : (sum ?? 0) + cost), null),
      ),
    ],
  };
}

export function notesTable({ note }: Report, writer: Writer): PaperTable {
  return {
    title: writer.word('reports.section.notes'),
    columns: [
      writer.texts(
        writer.word('balance.date'),
        note.map(({ da }) => writer.time(da)),
      ),
      writer.texts(
        writer.word('reports.device'),
        note.map(({ nome }) => nome),
      ),
      writer.texts(
        writer.word('balance.text'),
        note.map(({ testo, causa }) =>
          [causeName(writer, causa), testo.replaceAll(/\s+/g, ' ')].filter(Boolean).join(': '),
        ),
      ),
      writer.texts(
        writer.word('balance.author'),
        note.map(({ autore }) => autore),
      ),
    ],
  };
}
