import type { RecordOf } from '../../contract/config/kinds';
import { type StringReading, stringClass } from './field-rows';
import { median, type Place } from './rows';
import { type Setup, serviceOf } from './setup';

const two = (value: number) => String(value).padStart(2, '0');
/** Ids of strings that no simulated string has: of the box and the input, so that their history stays theirs. */
const furtherIds = 100_000;

/** How many strings are watched: the inputs of all boxes that something is connected to. */
export function stringCount({ configuration }: Setup): number {
  return configuration['box-stringhe'].reduce((sum, box) => sum + inputsOf(box).length, 0);
}

const inputsOf = ({ ingressi, esclusi }: RecordOf<'box-stringhe'>) =>
  Array.from({ length: ingressi }, (_, index) => index + 1).filter(input => !esclusi.includes(input));

/** The strings of the configured boxes, input by input, compared with those of the same inverter. */
export function stringPlaces(setup: Setup, readings: readonly StringReading[]): Place<StringReading>[] {
  const byBox = new Map<number, StringReading[]>();
  for (const reading of readings) {
    const own = byBox.get(reading.plan.box);
    if (own) own.push(reading);
    else byBox.set(reading.plan.box, [reading]);
  }
  const places = setup.configuration['box-stringhe'].flatMap(box => {
    const device = setup.wiring.deviceOf('box-stringhe', box);
    const wired = device === null ? [] : (byBox.get(device) ?? []);
    return inputsOf(box).map(input => ({ box, place: placeOf(box, input, wired, device === box.id) }));
  });
  compare(places);
  return places.map(({ place }) => place);
}

interface Wired {
  readonly box: RecordOf<'box-stringhe'>;
  readonly place: Place<StringReading>;
}

function placeOf(
  box: RecordOf<'box-stringhe'>,
  input: number,
  wired: readonly StringReading[],
  isOwn: boolean,
): Place<StringReading> {
  const string = wired[input - 1];
  const id = isOwn && string ? string.plan.id : furtherIds + 100 * box.id + input;
  const name = `${box.nome} S${two(input)}`;
  // An input that nothing hangs on carries no current.
  const reading = string ?? (wired[0] && { ...wired[0], current: 0 });
  const current = (reading?.current ?? 0) * box.gain + box.offset;
  return {
    id,
    name,
    service: serviceOf(box),
    reading: reading ? { ...reading, id, name, current } : null,
    facts: { quadro: box.id, inverter: box.inverter },
  };
}

/** Deviations of the current by string from the median of the inverter, where the light lets them be told. */
function compare(all: readonly Wired[]): void {
  const byInverter = new Map<number, { reading: StringReading; strings: number }[]>();
  for (const { box, place } of all) {
    if (!place.reading || place.service === 'disabled') continue;
    const one = { reading: place.reading, strings: box.stringhe_ingresso };
    const peers = byInverter.get(box.inverter);
    if (peers) peers.push(one);
    else byInverter.set(box.inverter, [one]);
  }
  for (const peers of byInverter.values()) {
    const middle = median(peers.map(({ reading, strings }) => reading.current / strings)) ?? 0;
    const isComparable = middle > 0 && peers.some(({ reading }) => reading.deviation !== null);
    for (const { reading, strings } of peers) {
      reading.deviation = isComparable ? 100 * (reading.current / strings / middle - 1) : null;
      reading.state = stringClass(reading.deviation, reading.current);
    }
  }
}
