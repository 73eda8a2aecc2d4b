import { lightVerdicts, sensorKinds } from '../../../contract/codes';
import { median } from '../../plant/processing/median';
import { sensorSettings } from '../configured';
import { above, alarmsOf, below, type Condition, either, makerReport, only, whenever } from '../entry';
import type { CycleFacts, Device } from '../facts';
import { oncePerCycle } from '../once';

type Sensor = Device<'sensori'>;
type Kind = (typeof sensorKinds)[number][0];
const alarm = alarmsOf('sensori', 'sensori');
const minute = 60;

/** W/m² under which sensors of one plane are not compared. */
const comparableIrradiance = 200;
/** % of the rated power that the plant cannot reach without light. */
const litPercent = 2;

const irradiances: readonly Kind[] = ['ghi', 'poa'];
/** Kinds whose sensors lie on one plane, so that their values must agree. */
const onPlane: readonly Kind[] = ['poa', 'rpoa', 'ghi'];
/** Kinds whose values change all day long while the sensor works. */
const restless: readonly Kind[] = ['ghi', 'poa', 'rpoa', 'dhi', 'tmod', 'tamb'];

const kindOf = (sensor: Sensor) => sensorKinds[sensor.value('tipo') ?? -1];
const reading = (sensor: Sensor) => sensor.value('v');
/** The value of a silent sensor is an old one: it says nothing of the alarm. */
const lastAnswer = (sensor: Sensor) => (sensor.isResponding ? reading(sensor) : null);

function ofKinds(kinds: readonly Kind[], condition: Condition<'sensori'>): Condition<'sensori'> {
  return {
    ...condition,
    concerns: sensor => {
      const kind = kindOf(sensor)?.[0];
      return kind !== undefined && kinds.includes(kind);
    },
  };
}

/** The readings of every kind, by `tipo` code. */
const readingsByKind = oncePerCycle((facts: CycleFacts) => {
  const { id, values } = facts.rows('sensori');
  const byKind = new Map<number, { readonly index: number; readonly value: number }[]>();
  id.forEach((_, index) => {
    const value = values.v?.[index] ?? null;
    if (value === null || !facts.isResponding('sensori', index)) return;
    const kind = values.tipo?.[index] ?? -1;
    const list = byKind.get(kind);
    if (list) list.push({ index, value });
    else byKind.set(kind, [{ index, value }]);
  });
  return byKind;
});

const mediansByKind = oncePerCycle(
  facts =>
    new Map([...readingsByKind(facts)].map(([kind, list]) => [kind, median(list.map(({ value }) => value))])),
);

/**
 * Deviation from the one of the plane that is believed, %, of the sensor that is wrong. Where it is not known which one that is, the
 * reference gets the alarm, because the plant's figures rest on it.
 */
function disagreement(sensor: Sensor): number | null {
  const verdict = sensor.value('giudizio');
  if (verdict === null) return deviationFromPeers(sensor);
  const deviation = sensor.value('dev');
  if (deviation === null) return null;
  if (verdict === lightVerdicts.drifts) return Math.abs(deviation);
  return verdict === lightVerdicts.doubted && deviation === 0 ? greatestDeviation(sensor) : 0;
}

/** Whether its light cannot be, by the power of the plant, a clear sky or the light on the horizontal, and no other sensor tells it. */
const isRefuted = (sensor: Sensor) =>
  sensor.value('giudizio') === lightVerdicts.drifts && sensor.facts.plant('poa_dubbia') === 1;

/** The greatest deviation of the doubted sensors of the plane from the reference, %. */
function greatestDeviation({ facts }: Sensor): number {
  const { giudizio = [], dev = [] } = facts.rows('sensori').values;
  const doubted = dev.filter((_, index) => giudizio[index] === lightVerdicts.doubted);
  return Math.max(0, ...doubted.map(each => Math.abs(each ?? 0)));
}

/** Deviation from the others of its kind, %. Of two sensors of another plane the one later in the list gets the alarm. */
function deviationFromPeers(sensor: Sensor): number | null {
  const { facts, index } = sensor;
  const value = reading(sensor);
  const kind = sensor.value('tipo') ?? -1;
  const peers = readingsByKind(facts).get(kind) ?? [];
  const [primary] = peers;
  if (value === null || !primary || peers.length < 2) return null;
  if (peers.length === 2 && primary.index === index) return 0;
  const reference = peers.length === 2 ? primary.value : (mediansByKind(facts).get(kind) ?? null);
  if (reference === null || reference < comparableIrradiance) return null;
  return 100 * Math.abs(value / reference - 1);
}

function isInvalid(sensor: Sensor): boolean {
  return !sensor.isResponding || reading(sensor) === null || exceededLimit(sensor) !== null;
}

/** The limit that the value is beyond, in its unit; null while it is within both. */
function exceededLimit(sensor: Sensor): number | null {
  const value = reading(sensor);
  const kind = kindOf(sensor);
  if (value === null || kind === undefined) return null;
  const { limite_basso, limite_alto } = sensorSettings(sensor) ?? {};
  const [low, high] = [limite_basso ?? kind[3], limite_alto ?? kind[4]];
  if (value < low) return low;
  return value > high ? high : null;
}

const ownLimit = (sensor: Sensor) => sensorSettings(sensor)?.blocco ?? null;

/** How long the value may stay the same: as configured for the sensor, else the threshold of the rule. */
function withOwnLimit(condition: Condition<'sensori'>): Condition<'sensori'> {
  return {
    ...condition,
    reference: ownLimit,
    judge: (sensor, rule, wasOn) => {
      const own = ownLimit(sensor);
      return condition.judge(sensor, own === null ? rule : { ...rule, threshold: own }, wasOn);
    },
  };
}

/** Whether no other sensor of irradiance answers: the expected energy and every index rest on it. */
function isOnlyLight(sensor: Sensor): boolean {
  const [kind] = kindOf(sensor) ?? [];
  if (!irradiances.some(each => each === kind)) return false;
  const answering = [...readingsByKind(sensor.facts)].filter(([tipo]) =>
    irradiances.some(each => each === sensorKinds[tipo]?.[0]),
  );
  return answering.reduce((count, [, list]) => count + list.length, 0) <= 1;
}

const isLit = ({ facts }: Sensor) => {
  const percent = facts.share('pac');
  return percent === null ? null : percent > litPercent;
};

export const sensorAlarms = [
  alarm(
    'SEN01',
    { priority: 3, on: minute },
    { judgesSilence: true, judge: isInvalid, value: lastAnswer, reference: exceededLimit },
  ),
  alarm(
    'SEN02',
    { priority: 3, on: 30 * minute },
    ofKinds(irradiances, only(isLit, below({ threshold: 10, unit: 'W/m²', hysteresis: 5 }, reading), false)),
  ),
  alarm(
    'SEN03',
    { priority: 4, on: 30 * minute },
    ofKinds(
      onPlane,
      either(above({ threshold: 10, unit: '%', hysteresis: 2 }, disagreement), whenever(isRefuted)),
    ),
  ),
  alarm(
    'SEN04',
    { priority: 4, on: 0 },
    below({ threshold: 0, unit: 'd', hysteresis: 0 }, sensor => sensor.value('taratura')),
  ),
  alarm(
    'SEN05',
    { priority: 4, on: 0 },
    {
      ...ofKinds(
        restless,
        withOwnLimit(
          above({ threshold: 60, unit: 'min', hysteresis: 0 }, ({ facts, id }) =>
            id === null ? null : facts.memory.minutesUnchanged(id, facts.steadyS),
          ),
        ),
      ),
      isUrgent: isOnlyLight,
    },
  ),
  alarm('SEN06', { priority: 3, on: 0 }, makerReport()),
];
