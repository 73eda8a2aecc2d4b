import type { RecordOf } from '../../../../contract/config/kinds';
import { sizeOf } from './numbers';
import { mostRegisters, type Profile } from './profile';

type Sensor = RecordOf<'sensori'>;
type Meter = RecordOf<'contatori'>;
type Box = RecordOf<'box-stringhe'>;

/** The point of a register that a person has named. */
export const pointOf = ({
  registro,
  dato,
  scala,
  scala_da = null,
}: Pick<Sensor, 'registro' | 'dato' | 'scala'> & { readonly scala_da?: number | null }) => ({
  at: registro,
  type: dato,
  times: scala > 0 ? 10 ** scala : 1,
  per: scala < 0 ? 10 ** -scala : 1,
  ...(scala_da !== null && { scale: { at: scala_da, type: 'i16' as const, divides: false } }),
});

const common = ({ lettura, ordine }: Pick<Sensor, 'lettura' | 'ordine'>) => ({
  format: 1 as const,
  key: 'generico',
  maker: '',
  series: '',
  sources: [],
  tried: false,
  fc: lettura,
  documentOffset: 0 as const,
  order: ordine,
  slow: [],
  states: null,
  alarms: [],
  identity: null,
});

/** A sensor whose value is in one register, or in two: what its input measures, as the record scales it. */
export const genericSensor = (record: Sensor): Profile => ({
  ...common(record),
  kind: 'sensori',
  main: [{ from: record.registro, count: sizeOf[record.dato] }],
  points: { v: pointOf(record) },
  inputs: [],
});

/** A string box with the currents of its inputs in a row. */
export const genericBox = (record: Box): Profile => ({
  ...common(record),
  kind: 'box-stringhe',
  main: [],
  points: {},
  inputs: [{ first: 1, step: sizeOf[record.dato], most: 32, points: { i: pointOf(record) } }],
});

/** Powers that a meter counts from the consumer, and we from the plant. */
export const turned: readonly string[] = ['p', 'qac'];

/** What lies side by side is read at once; registers between are left alone, as a device may refuse them. */
export function blocksOf(
  registers: readonly Pick<Meter['registri'][number], 'registro' | 'dato' | 'scala_da'>[],
): Profile['main'] {
  const blocks: { from: number; count: number }[] = [];
  const values = registers.map(({ registro, dato }) => ({ registro, size: sizeOf[dato] as number }));
  const scales = registers.flatMap(({ scala_da }) =>
    scala_da === null ? [] : [{ registro: scala_da, size: 1 }],
  );
  for (const { registro, size } of [...values, ...scales].sort((a, b) => a.registro - b.registro)) {
    const last = blocks.at(-1);
    const end = registro + size;
    if (last && registro <= last.from + last.count && end - last.from <= mostRegisters)
      last.count = Math.max(last.count, end - last.from);
    else blocks.push({ from: registro, count: end - registro });
  }
  return blocks;
}

const ofCurrent: readonly string[] = ['ia', 'ib', 'ic'];
const ofVoltage: readonly string[] = ['ua', 'ub', 'uc', 'uab', 'ubc', 'uca'];

/** By how much the transformers of a meter reduce a value of its registers, as a fraction; powers and energies by both. */
function ratioOf(record: Meter, value: string): { times: number; per: number } {
  const { lato, ta_primario, ta_secondario, tv_primario, tv_secondario } = record;
  if (lato === 'primario' || value === 'f') return { times: 1, per: 1 };
  const hasCurrent = !ofVoltage.includes(value);
  const hasVoltage = !ofCurrent.includes(value) && tv_secondario !== 0;
  return {
    times: (hasCurrent ? ta_primario : 1) * (hasVoltage ? tv_primario : 1),
    per: (hasCurrent ? ta_secondario : 1) * (hasVoltage ? tv_secondario : 1),
  };
}

/** A meter whose record names the register of each of its values. */
export const genericMeter = (record: Meter): Profile => ({
  ...common(record),
  kind: 'contatori',
  main: blocksOf(record.registri),
  points: Object.fromEntries(
    record.registri.map(register => {
      const point = pointOf(register);
      const ratio = ratioOf(record, register.grandezza);
      const times = (turned.includes(register.grandezza) ? -1 : 1) * point.times * ratio.times;
      return [register.grandezza, { ...point, times, per: point.per * ratio.per }];
    }),
  ),
  inputs: [],
});
