import * as v from 'valibot';
import { range, wholeRange } from '../quantity';
import { date, Host, polled } from './fields';
import { profilo, profilo_provato } from './profiles';

/** A curve; `x` must rise from each point to the next. */
const curve = (x: v.GenericSchema<number>, y: v.GenericSchema<number>) =>
  v.pipe(v.array(v.strictObject({ x, y })), v.minLength(2), v.maxLength(8));

const Ipv4 = v.union([v.literal(''), v.pipe(v.string(), v.ipv4())]);

/** Ratings and regulation settings of a central plant controller (CEI 0-16, Annexes O and T). */
export const ControllerConfig = v.strictObject({
  ...polled,
  profilo,
  profilo_provato,
  /** Greatest active power exported and imported, greatest inductive and capacitive reactive power, greatest apparent power. */
  pimm: range(0, 1e6, 'kW'),
  pass: v.optional(range(0, 1e6, 'kW'), 0),
  qind: range(0, 1e6, 'kvar'),
  qcap: range(0, 1e6, 'kvar'),
  smax: range(0, 1.5e6, 'kVA'),
  ied: v.optional(v.pipe(v.string(), v.regex(/^([A-Z]{3}\d{3}_\d{2})?$/)), ''),
  pod: v.optional(v.pipe(v.string(), v.regex(/^(IT\d{3}E\d{8}[0-9A-Z]?)?$/)), ''),
  /** Network addresses towards the distribution operator (Eth_A) and towards the plant's operator or aggregator (Eth_B). */
  ip_a: v.optional(Ipv4, ''),
  maschera_a: v.optional(wholeRange(8, 30), 24),
  gateway_a: v.optional(Ipv4, ''),
  ip_b: v.optional(Ipv4, ''),
  maschera_b: v.optional(wholeRange(8, 30), 24),
  gateway_b: v.optional(Ipv4, ''),
  /** Slow control loop: a command that follows the last one by less than this time is refused. */
  delta_t: v.optional(wholeRange(10, 600, 's'), 60),
  /** Time without communication from the operator after which `riserva` applies. */
  ritardo_comunicazione: v.optional(wholeRange(5, 3600, 's'), 60),
  /** By default the last valid limit stays: without the operator's word nobody may raise it (CEI 0-16 as public notes give it, vpsolar.com). */
  riserva: v.optional(v.picklist(['mantieni', 'qv', 'cosphi_fisso', 'cosphi_p']), 'mantieni'),
  /** Fixed power factor; a negative value is inductive. */
  cosphi: v.optional(range(-1, 1), -0.95),
  /** Q(V): voltage in per unit -> % of the greatest reactive power, capacitive positive. `y` never rises. */
  curva_qv: v.optional(curve(range(0.8, 1.2, 'pu'), range(-100, 100, '%')), [
    { x: 0.9, y: 100 },
    { x: 0.92, y: 0 },
    { x: 1.08, y: 0 },
    { x: 1.1, y: -100 },
  ]),
  /** cosφ(P): active power in per unit -> power factor. `y` never rises. */
  curva_cosphi: v.optional(curve(range(0, 1, 'pu'), range(0.8, 1)), [
    { x: 0.2, y: 1 },
    { x: 0.5, y: 1 },
    { x: 1, y: 0.95 },
  ]),
  /** Active power, as a share of Pn, at which Q(V) starts and stops; dead band in % of the greatest reactive power. */
  lock_in: v.optional(range(0, 1, 'Pn'), 0.2),
  lock_out: v.optional(range(0, 1, 'Pn'), 0.05),
  banda_morta: v.optional(range(0, 20, '%'), 5),
  ntp: v.optional(v.pipe(v.array(Host), v.maxLength(3)), []),
  scadenza_certificato: date,
});
export type ControllerConfig = v.InferOutput<typeof ControllerConfig>;
