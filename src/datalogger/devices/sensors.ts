import { sensorKinds } from '../../contract/codes';
import type { Configuration, RecordOf } from '../../contract/config/kinds';
import type { ClearLight } from '../solar/clear-light';
import type { Answer } from '../source';
import { calibrationEnd, daysUntil } from './dates';
import { type ConfiguredDevice, deviceOf, serviceOf } from './rows';

type Sensor = RecordOf<'sensori'>;
export type SensorKind = Sensor['tipo'];

/** The value of a sensor, corrected by gain and offset; null while it does not answer. */
function measured({ gain, offset }: Pick<Sensor, 'gain' | 'offset'>, answer: Answer | null): number | null {
  const said = answer?.values.v ?? null;
  return said === null ? null : said * gain + offset;
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
  t: number,
  clear: ClearLight | null,
): ConfiguredDevice[] {
  return sensori.map(record => {
    const { tipo, tarato_il, validita } = record;
    const device = deviceOf(record, answers);
    const { answer } = device;
    return {
      ...device,
      values: {
        v: measured(record, answer),
        sereno: answer?.values.sereno ?? clearSkyOf(tipo, clear),
        taratura: daysUntil(calibrationEnd(tarato_il, validita), t),
      },
      facts: { tipo: sensorKinds.findIndex(([kind]) => kind === tipo) },
    };
  });
}

/** The plant's value of a quantity: that of the sensor that is marked as reference of its kind, else of the first that answers. */
export function firstReading(
  { sensori }: Configuration,
  answers: ReadonlyMap<number, Answer>,
  wanted: SensorKind,
): number | null {
  const asked = sensori.filter(record => record.tipo === wanted && serviceOf(record) === 'active');
  const marked = [...asked].sort((a, b) => Number(b.primario) - Number(a.primario));
  for (const record of marked) {
    const answer = answers.get(record.id);
    const value = answer?.isResponding ? measured(record, answer) : null;
    if (value !== null) return value;
  }
  return null;
}
