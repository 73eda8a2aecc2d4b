import { stringClasses } from '../../contract/codes';
import type { Configuration, RecordOf } from '../../contract/config/kinds';
import type { Answer } from '../source';
import { comparableIrradiance } from './inverters';
import { median } from './median';
import { byRecord, type ConfiguredDevice, serviceOf } from './rows';

const two = (value: number) => String(value).padStart(2, '0');
/** Id of a string where the source gives none: made of box and input, so that a string keeps its history. */
const usualIds = 100_000;
/** The strings of an inverter are not compared while their median current is below this, A. */
const leastCurrent = 0.2;

type Box = RecordOf<'box-stringhe'>;

/** The inputs of a box that something is connected to. */
export const inputsOf = ({ ingressi, esclusi }: Box): readonly number[] =>
  Array.from({ length: ingressi }, (_, index) => index + 1).filter(input => !esclusi.includes(input));

/** Class of a string by its deviation in % and its current in A (domain brief, 1.2). */
export function stringClass(deviation: number | null, current: number): number {
  if (current < -0.5) return stringClasses.reverse;
  if (deviation === null) return stringClasses.unknown;
  if (deviation >= -5) return stringClasses.good;
  if (deviation >= -10) return stringClasses.warning;
  if (deviation >= -30) return stringClasses.poor;
  return deviation > -95 ? stringClasses.severe : stringClasses.open;
}

/** A string with its corrected current (A), before it is compared. */
interface Wired {
  readonly box: Box;
  readonly input: number;
  readonly answer: Answer | null;
  readonly current: number;
  deviation: number | null;
}

interface Conditions {
  /** Irradiance on the modules, W/m². */
  readonly light: number;
  /** Whether the inverter with this record id feeds the grid. */
  readonly isFeeding: (inverter: number) => boolean;
}

/** The strings of the configured boxes, input by input, compared with those of the same inverter. */
export function stringDevices(
  configuration: Pick<Configuration, 'box-stringhe'>,
  answers: readonly Answer[],
  conditions: Conditions,
): ConfiguredDevice[] {
  const byBox = byRecord(answers);
  const strings = configuration['box-stringhe'].flatMap(box => {
    const inputs = new Map((byBox.get(box.id) ?? []).map(answer => [answer.part, answer]));
    return inputsOf(box).map((input): Wired => {
      const answer = inputs.get(input) ?? null;
      const current = (answer?.values.i ?? 0) * box.gain + box.offset;
      return { box, input, answer, current, deviation: null };
    });
  });
  compare(strings, conditions);
  return strings.map(deviceOf);
}

/** Deviation of each string's current from the median of its inverter; empty where there is too little light. */
function compare(strings: readonly Wired[], { light, isFeeding }: Conditions): void {
  if (light < comparableIrradiance) return;
  const byInverter = new Map<number, Wired[]>();
  for (const string of strings) {
    const { inverter } = string.box;
    if (!string.answer || !string.box.abilitato || !isFeeding(inverter)) continue;
    const peers = byInverter.get(inverter);
    if (peers) peers.push(string);
    else byInverter.set(inverter, [string]);
  }
  for (const peers of byInverter.values()) {
    const measured = median(peers.map(({ answer }) => answer?.values.i ?? 0)) ?? 0;
    const middle = median(peers.map(({ box, current }) => current / box.stringhe_ingresso)) ?? 0;
    if (measured <= leastCurrent || middle <= 0) continue;
    for (const peer of peers) peer.deviation = 100 * (peer.current / peer.box.stringhe_ingresso / middle - 1);
  }
}

function deviceOf({ box, input, answer, current, deviation }: Wired): ConfiguredDevice {
  const name = `${box.nome} S${two(input)}`;
  const id = answer?.id ?? usualIds + 100 * box.id + input;
  const facts = { quadro: box.id, inverter: box.inverter };
  if (!answer) return { id, name, service: serviceOf(box), answer, values: {}, facts };
  const { u = null, tbox = null, evt = null } = answer.values;
  const classe = stringClass(deviation, current);
  return {
    id,
    name,
    service: serviceOf(box),
    answer: { ...answer, state: classe },
    values: {
      ...{ i: current, u, p: u === null ? null : (current * u) / 1000, dev: deviation, classe },
      ...{ tbox, evt },
    },
    facts,
  };
}
