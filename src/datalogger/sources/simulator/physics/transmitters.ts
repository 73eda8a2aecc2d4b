import { sensorKinds } from '../../../../contract/codes';
import type { RecordOf } from '../../../../contract/config/kinds';
import { scaled } from '../../../plant/processing/analog';
import type { SensorKind } from '../plan';
import type { SensorReading } from '../readings/field-readings';

/** The outputs of the simulated transmitters, which stand for the valid range of their kind of sensor. */
const outputs = { '4-20mA': [4, 20], '0-10V': [0, 10] } as const;
/** Sensitivity of a simulated thermopile, µV/(W/m²). */
const sensitivity = 10;

type Input = RecordOf<'sensori'>['ingresso'];

/** What an input of this type measures where a simulated sensor of the kind is connected to it: mA, V or mV; else the value itself. */
function signalOf(input: Input, kind: SensorKind, value: number): number {
  if (input === 'mV') return (value * sensitivity) / 1000;
  if (input !== '4-20mA' && input !== '0-10V') return value;
  const [, , , low, high] = sensorKinds.find(([name]) => name === kind) ?? ['', '', 0, 0, 1];
  const [least, most] = outputs[input];
  return least + ((value - low) / (high - low)) * (most - least);
}

/** The value that the datalogger makes of a reading of a simulated sensor, before gain and offset. */
export function throughInput(record: RecordOf<'sensori'>, kind: SensorKind, value: number): number {
  return scaled(record, signalOf(record.ingresso, kind, value));
}

/** What a sensor gives to the input that is configured for it. */
export function onInput({ ingresso, tipo }: RecordOf<'sensori'>, reading: SensorReading): SensorReading {
  const { value } = reading;
  return value === null ? reading : { ...reading, value: signalOf(ingresso, tipo, value) };
}
