import type { RecordOf } from '../../../contract/config/kinds';

type Input = Pick<
  RecordOf<'sensori'>,
  'ingresso' | 'in_min' | 'in_max' | 'eu_min' | 'eu_max' | 'sensibilita'
>;

/** µV in a mV. */
const microvolts = 1000;

/**
 * The value of a sensor from what its input measures: a current (mA) or a voltage (V) on the scale of its transmitter, or the voltage of a
 * thermopile (mV) by its sensitivity. A Pt100, a Pt1000 and a sensor on the bus give the value itself.
 */
export function scaled(input: Input, signal: number): number {
  const { ingresso, in_min, in_max, eu_min, eu_max, sensibilita } = input;
  if (ingresso === 'mV') return (signal * microvolts) / sensibilita;
  if (ingresso !== '4-20mA' && ingresso !== '0-10V') return signal;
  return eu_min + ((signal - in_min) / (in_max - in_min)) * (eu_max - eu_min);
}
