import { inverterStates, stringClasses } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import type { Answer } from '../source';
import { comparableIrradiance, isFeeding } from './inverters';
import { healthyMedian, median } from './median';
import { byRecord, type ConfiguredDevice, serviceOf } from './rows';

const two = (value: number) => String(value).padStart(2, '0');
/** Id of a string where the source gives none: made of box and input, so that a string keeps its history. */
const usualIds = 100_000;
/** Strings are not compared while their median current is below this, A. */
const leastCurrent = 0.2;

type Box = RecordOf<'box-stringhe'>;

/** The inputs of a box that something is connected to. */
export const inputsOf = ({ ingressi, esclusi }: Box): readonly number[] =>
  Array.from({ length: ingressi }, (_, index) => index + 1).filter(input => !esclusi.includes(input));

/** Class of a string by its deviation in % and its current in A (domain brief, 1.2). */
function stringClass(deviation: number | null, current: number | null): number {
  if (current === null) return stringClasses.unknown;
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
  /** Null while the box does not tell it, or what it tells is not believed. */
  readonly current: number | null;
  deviation: number | null;
}

interface Conditions {
  /** Irradiance on the modules, W/m². */
  readonly light: number;
  /** The state code of the inverter with this record id. */
  readonly stateOf: (inverter: number) => number;
}

/** The strings of the configured boxes, input by input, compared with those of the same modules on the same plane. */
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
      const said = answer?.values.i ?? null;
      const current = said === null ? null : said * box.gain + box.offset;
      return { box, input, answer, current, deviation: null };
    });
  });
  compare(strings, conditions);
  return strings.map(deviceOf);
}

/** Current for each of the strings of an input, A. */
const perString = ({ current, box }: Wired) => (current ?? 0) / box.stringhe_ingresso;

/** The current of a healthy string among these, A; null where they carry too little to be compared. */
function healthyCurrent(peers: readonly Wired[]): number | null {
  const measured = median(peers.map(({ answer }) => answer?.values.i ?? 0)) ?? 0;
  if (measured <= leastCurrent) return null;
  const healthy = healthyMedian(peers.map(perString)) ?? 0;
  return healthy > 0 ? healthy : null;
}

/** Strings of equal modules on one plane give the same current, whichever inverter they feed. */
const planeOf = ({ wp, moduli, tilt, azimut }: Box) => [wp, moduli, tilt, azimut].join();

/**
 * Deviation of each string's current from that of its healthy peers, in enough light. Peers are all strings of the same modules on the
 * same plane whose inverter is at its maximum power point; where the inverter is limited, which lowers all of its strings, those of
 * the same inverter. A string without any peer is not compared.
 */
function compare(strings: readonly Wired[], { light, stateOf }: Conditions): void {
  if (light < comparableIrradiance) return;
  const groups = new Map<string, Wired[]>();
  for (const string of strings) {
    const { box, answer, current } = string;
    const state = stateOf(box.inverter);
    if (current === null || !answer?.isResponding || !box.abilitato || !isFeeding(state)) continue;
    const own = state === inverterStates.mppt ? '' : box.inverter;
    const key = `${planeOf(box)} ${own}`;
    const peers = groups.get(key);
    if (peers) peers.push(string);
    else groups.set(key, [string]);
  }
  for (const peers of groups.values()) {
    const healthy = peers.length > 1 ? healthyCurrent(peers) : null;
    if (healthy === null) continue;
    for (const peer of peers) peer.deviation = 100 * (perString(peer) / healthy - 1);
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
      i: current,
      u,
      p: u === null || current === null ? null : (current * u) / 1000,
      dev: deviation,
      classe,
      tbox,
      evt,
    },
    facts,
  };
}

/** How many devices of each group are configured: of string boxes the strings. */
export const deviceCounts = (configuration: Configuration): Record<string, number> => ({
  inverter: configuration.inverters.length,
  stringhe: configuration['box-stringhe'].reduce((sum, box) => sum + inputsOf(box).length, 0),
  tracker: configuration.trackers.length,
  contatori: configuration.contatori.length,
  sensori: configuration.sensori.length,
  di: configuration['digital-signals'].length,
  spi: configuration['protezioni-interfaccia'].length,
  cci: configuration.cci.length,
});
