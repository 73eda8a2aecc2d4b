import type { PriorityTimes, Response, Verdict } from '../../analytics/contract/responses';
import { type SheetParts, wordsOf } from './contract-parts';
import type { Block } from './paper';
import { missing, type Writer } from './words';

const mostListed = 80;

/** Response and repair: the agreed times of each priority, and each alarm, the missed ones first. */
export function responseBlocks(parts: SheetParts): Block[] {
  const { statement, writer, sources, createdS, report } = parts;
  const { priorities } = statement;
  const { word } = wordsOf(writer);
  if (priorities.length === 0) return [];
  const range = `GET allarmi?stato=storico, ${writer.time(report.periodo.da)} – ${writer.time(report.periodo.a)}`;
  const text = word('source.responses', { now: writer.time(createdS) });
  const note = sources.addText(`${text} | ${range} | GET impianto/1: tempi`);
  const all = priorities.flatMap(({ responses }) => responses);
  return [
    { kind: 'heading', text: `${word('responses')} ${note}` },
    sumTable(priorities, writer),
    ...(all.length > 0 ? [alarmTable(all, writer)] : []),
    ...(all.length > mostListed
      ? [{ kind: 'text', text: word('left', { count: all.length - mostListed }) } as const]
      : []),
  ];
}

function sumTable(priorities: readonly PriorityTimes[], writer: Writer): Block {
  const { word } = wordsOf(writer);
  const hours = (of: (each: PriorityTimes) => number) =>
    priorities.map(each => writer.quantity(of(each), 1, 'h'));
  const count = (of: 'response' | 'repair', verdict: Verdict) =>
    priorities.map(({ responses }) => String(responses.filter(each => each[of] === verdict).length));
  const column = (title: string, cells: readonly string[]) => ({ title, isNumber: true, cells });
  return {
    kind: 'table',
    columns: [
      column(
        word('priority'),
        priorities.map(({ priority }) => String(priority)),
      ),
      column(
        word('alarms'),
        priorities.map(({ responses }) => String(responses.length)),
      ),
      column(
        word('responseWithin'),
        hours(({ responseH }) => responseH),
      ),
      column(word('verdict.kept'), count('response', 'kept')),
      column(word('verdict.missed'), count('response', 'missed')),
      column(word('verdict.running'), count('response', 'running')),
      column(
        word('repairWithin'),
        hours(({ repairH }) => repairH),
      ),
      column(word('verdict.kept'), count('repair', 'kept')),
      column(word('verdict.missed'), count('repair', 'missed')),
      column(word('verdict.running'), count('repair', 'running')),
    ],
  };
}

const isMissed = ({ response, repair }: Response) => response === 'missed' || repair === 'missed';

function alarmTable(all: readonly Response[], writer: Writer): Block {
  const { word } = wordsOf(writer);
  const listed = [...all.filter(isMissed), ...all.filter(each => !isMissed(each))].slice(0, mostListed);
  const answered = (seconds: number | null, verdict: Verdict) =>
    `${seconds === null ? missing : writer.duration(seconds)} ${word(`verdict.${verdict}`)}`;
  const texts = (title: string, of: (each: Response) => string) => writer.texts(title, listed.map(of));
  return {
    kind: 'table',
    columns: [
      texts(word('began'), ({ alarm }) => writer.time(alarm.begin)),
      texts(word('alarm'), ({ alarm }) => `${alarm.code} ${writer.word(`alarm.${alarm.code}.title`)}`.trim()),
      texts(word('device'), ({ alarm }) => alarm.name),
      texts(word('priority'), ({ alarm }) => String(alarm.priority)),
      texts(word('response'), ({ responseS, response }) => answered(responseS, response)),
      texts(word('repair'), ({ repairS, repair }) => answered(repairS, repair)),
    ],
  };
}
