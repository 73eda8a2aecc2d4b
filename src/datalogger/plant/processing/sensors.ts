import { sensorKinds } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import type { ClearLight } from '../solar/clear-light';
import type { Answer } from '../source';
import { scaled } from './analog';
import { calibrationEnd, daysUntil } from './dates';
import type { LightReading, LightVerdict } from './light-judge';
import { type ConfiguredDevice, deviceOf, serviceOf } from './rows';

type Sensor = RecordOf<'sensori'>;
export type SensorKind = Sensor['tipo'];

/** The value of a sensor from the signal of its input, corrected by gain and offset; null while it does not answer. */
function measured(record: Sensor, answer: Answer | null): number | null {
  const said = answer?.values.v ?? null;
  return said === null ? null : scaled(record, said) * record.gain + record.offset;
}

/** The answer with what is said of its refused signal in the unit of the sensor. */
function inItsUnit(record: Sensor, answer: Answer | null): Answer | null {
  const { v } = answer?.refused ?? {};
  if (!answer || !v) return answer;
  const last = v.last === null ? null : scaled(record, v.last) * record.gain + record.offset;
  return { ...answer, refused: { ...answer.refused, v: { ...v, last } } };
}

/** Irradiance in W/m² that the sensor would measure under a clear sky; null for other kinds, and where the plant's place is not known. */
function clearSkyOf(kind: SensorKind, clear: ClearLight | null): number | null {
  if (kind === 'poa') return clear?.onPlane ?? null;
  if (kind === 'ghi' || kind === 'dhi') return clear?.[kind] ?? null;
  return null;
}

/** The rows of the configured sensors; `t` in seconds, for the days until their calibration. */
export function sensorDevices(
  { sensori }: Configuration,
  answers: ReadonlyMap<number, Answer>,
  { t, clear, verdict }: { t: number; clear: ClearLight | null; verdict: LightVerdict },
): ConfiguredDevice[] {
  return sensori.map(record => {
    const { id, tipo, tarato_il, validita } = record;
    const device = deviceOf(record, answers);
    const facts = { tipo: sensorKinds.findIndex(([kind]) => kind === tipo) };
    // Nothing of it is shown, and there may be thousands.
    if (device.service === 'disabled') return { ...device, values: {}, facts };
    const answer = inItsUnit(record, device.answer);
    const judged = verdict.sensors.get(id);
    return {
      ...device,
      answer,
      values: {
        v: measured(record, answer),
        sereno: answer?.values.sereno ?? clearSkyOf(tipo, clear),
        giudizio: judged?.verdict ?? null,
        dev: judged?.deviation ?? null,
        taratura: daysUntil(calibrationEnd(tarato_il, validita), t),
      },
      facts,
    };
  });
}

/** By the records of a configuration, which do not change: of thousands a few may be in service, and they are looked for at every sample. */
const active = new WeakMap<Configuration['sensori'], Configuration['sensori']>();

/** The sensors that are in service, those that are marked as reference first. */
export function activeSensors(sensori: Configuration['sensori']): Configuration['sensori'] {
  const known = active.get(sensori);
  if (known) return known;
  const found = sensori.filter(record => serviceOf(record) === 'active');
  found.sort((a, b) => Number(b.primario) - Number(a.primario));
  active.set(sensori, found);
  return found;
}

/** The sensors of a kind that are in service, the one that is marked as reference first. */
const inService = (sensori: Configuration['sensori'], wanted: SensorKind) =>
  activeSensors(sensori).filter(({ tipo }) => tipo === wanted);

/** The plant's value of a quantity: that of the sensor that is marked as reference of its kind, else of the first that answers. */
export function firstReading(
  { sensori }: Configuration,
  answers: ReadonlyMap<number, Answer>,
  wanted: SensorKind,
): number | null {
  for (const record of inService(sensori, wanted)) {
    const value = answered(record, answers);
    if (value !== null) return value;
  }
  return null;
}

/** The sensors that measure the light on the plane of the reference sensor, in service, the reference first. */
export function lightSensors({ sensori }: Pick<Configuration, 'sensori'>): RecordOf<'sensori'>[] {
  const all = inService(sensori, 'poa');
  const [reference] = all;
  return all.filter(({ tilt, azimut }) => tilt === reference?.tilt && azimut === reference.azimut);
}

/** The readings of the `lightSensors` that answer. */
export function lightReadings(
  configuration: Configuration,
  answers: ReadonlyMap<number, Answer>,
): LightReading[] {
  return lightSensors(configuration).flatMap(record => {
    const value = answered(record, answers);
    return value === null ? [] : [{ id: record.id, value }];
  });
}

function answered(record: RecordOf<'sensori'>, answers: ReadonlyMap<number, Answer>): number | null {
  const answer = answers.get(record.id);
  return answer?.isResponding && answer.stuckS === undefined ? measured(record, answer) : null;
}
