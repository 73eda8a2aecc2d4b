import {
  type DeviceWeek,
  type Level,
  type LineWeek,
  leastMeasuredS,
  limitsOf,
  mostUnbalance,
} from '../../analytics/voltage/week';
import type { Block, Paper, PaperColumn } from './paper';
import { missing, type Writer } from './words';

export interface VoltageInput {
  readonly plant: string;
  readonly level: Level;
  readonly weeks: readonly DeviceWeek[];
  readonly from: number;
  readonly to: number;
  readonly certain: number;
  readonly zone: string;
  readonly createdS: number;
  /** As `Paper` has it. */
  readonly logo: string;
}

const wordsOf =
  (writer: Writer) =>
  (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    writer.word(`voltage.${key}`, values);

/** The week of the supply voltage against EN 50160, of what was measured; what was not is said. */
export function voltagePaper(input: VoltageInput, writer: Writer): Paper {
  const word = wordsOf(writer);
  const { plant, weeks, from, to, createdS, logo, zone, level } = input;
  const span = `${writer.time(from)} – ${writer.time(to)} (${zone})`;
  return {
    title: word('title', { week: writer.time(from, { dateStyle: 'long' }) }),
    subtitle: `${plant} · ${span}`,
    createdS,
    logo,
    foot: [plant, `${writer.word('reports.created')} ${writer.time(createdS)}`],
    blocks: [
      ...(weeks.length === 0 ? [{ kind: 'text', text: word('none') } as const] : []),
      ...weeks.flatMap(week => deviceBlocks(week, input, writer)),
      { kind: 'heading', text: word('limits.title') },
      { kind: 'text', text: word(`limits.${level}`) },
      {
        kind: 'text',
        text: word('method', { seconds: leastMeasuredS, certain: writer.number(input.certain, 0) }),
      },
      { kind: 'heading', text: word('unmeasured.title') },
      ...unmeasured(input, writer),
    ],
  };
}

function unmeasured({ weeks }: VoltageInput, writer: Writer): Block[] {
  const word = wordsOf(writer);
  const hasMinutes = weeks.some(({ frequency }) => frequency?.shares === null);
  const names = [...(hasMinutes ? ['frequency'] : []), 'events', 'harmonics'];
  return names.map(name => ({ kind: 'text', text: word(`unmeasured.${name}`) }));
}

function deviceBlocks(week: DeviceWeek, { level }: VoltageInput, writer: Writer): Block[] {
  const word = wordsOf(writer);
  const { device, known, slots, nominal } = week;
  const heading: Block = { kind: 'heading', text: device.name };
  const share = (100 * known) / slots;
  const counts = { known, slots, share: writer.quantity(share, 1, '%') };
  const text = word(known === 0 ? 'noSlots' : 'slots', {
    ...counts,
    nominal: writer.quantity(nominal, 0, 'V'),
    address: `${device.group}.${device.id}`,
  });
  const said: Block = { kind: 'text', text };
  return known === 0
    ? [heading, said]
    : [heading, said, lineTable(week, level, writer), ...moreOf(week, writer)];
}

function lineTable(week: DeviceWeek, level: Level, writer: Writer): Block {
  const word = wordsOf(writer);
  const { lines } = week;
  const texts = (title: string, of: (line: LineWeek) => string) => writer.texts(title, lines.map(of));
  return {
    kind: 'table',
    columns: [
      texts(word('line'), ({ line }) => line.replace('u', 'U ')),
      ...valueColumns(week, level, writer),
      texts(word('result'), ({ outcome }) => word(`outcome.${outcome}`)),
    ],
  };
}

function valueColumns({ lines, nominal }: DeviceWeek, level: Level, writer: Writer): PaperColumn[] {
  const word = wordsOf(writer);
  const limits = limitsOf[level];
  const column = (title: string, textOf: (line: LineWeek) => string): PaperColumn => ({
    title,
    isNumber: true,
    cells: lines.map(line => (line.known === 0 ? missing : textOf(line))),
  });
  const volts = (value: number) => {
    const percent = writer.quantity((100 * value) / nominal - 100, 1, '%');
    return `${writer.quantity(value, 1, 'V')} (${percent})`;
  };
  const percent = (value: number) => writer.quantity(value, 2, '%');
  return [
    column(word('means'), ({ known }) => String(known)),
    column(word('least'), ({ least }) => volts(least)),
    column(word('most'), ({ most }) => volts(most)),
    ...(limits
      ? [
          column(word('within'), ({ within }) => percent(within)),
          column(word('withinAll'), ({ withinAll }) => percent(withinAll)),
        ]
      : []),
  ];
}

function moreOf({ unbalance, frequency, readings }: DeviceWeek, writer: Writer): Block[] {
  const word = wordsOf(writer);
  const single = readings && [
    word('readings', {
      least: writer.quantity(readings.least, 1, 'V'),
      most: writer.quantity(readings.most, 1, 'V'),
    }),
  ];
  const unbalanced = unbalance
    ? word('unbalance', {
        usual: writer.quantity(unbalance.usual, 2, '%'),
        most: writer.quantity(unbalance.most, 2, '%'),
        within: writer.quantity(unbalance.within, 2, '%'),
        limit: mostUnbalance,
        outcome: word(`outcome.${unbalance.outcome}`),
      })
    : word('noUnbalance');
  const texts = [...(single ?? []), unbalanced, frequencyText(frequency, writer)];
  return texts.map(text => ({ kind: 'text', text }));
}

function frequencyText(frequency: DeviceWeek['frequency'], writer: Writer): string {
  const word = wordsOf(writer);
  if (!frequency) return word('noFrequency');
  const { shares } = frequency;
  const extremes = {
    least: writer.quantity(frequency.least, 2, 'Hz'),
    most: writer.quantity(frequency.most, 2, 'Hz'),
  };
  if (!shares) return word('frequency', extremes);
  return word('frequencyMeans', {
    ...extremes,
    near: writer.quantity(shares.near, 2, '%'),
    within: writer.quantity(shares.within, 2, '%'),
  });
}
