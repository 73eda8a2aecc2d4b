import { controllerFunctions, controllerStates } from '../../../../contract/codes';
import { powerFactor } from '../../../plant/processing/inverters';
import type { Answer } from '../../../plant/source';
import type { CommandedInverter } from './commanded-inverter';
import type { Orders } from './orders';

/** The group `cci` has one device: the datalogger. */
const ownId = 1;
const validS = 30;
/** Reactive power that an inverter can give at least, as a share of its rated power: power factor 0.9 at full power (CEI 0-16). */
const fullReactive = 0.484;
/** kVA below which a power factor says nothing. */
const leastKva = 1;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** % that the limits in force in the devices leave of the rated power of those that answer; null where none does. */
function appliedPercent(inverters: readonly CommandedInverter[]): number | null {
  const heard = inverters.filter(({ unit }) => unit.map !== null && !unit.isSilent);
  const rated = sum(heard.map(({ record }) => record.pn));
  const left = heard.map(({ record, states }) => record.pn * (states.active.readBack ?? 100));
  return rated === 0 ? null : Math.round((10 * sum(left)) / rated) / 10;
}

/** The datalogger as the controller of the inverters that it commands: all percentages are of their rated power. */
export function controllerAnswer(
  inverters: readonly CommandedInverter[],
  { limit, reactive }: Orders,
  answers: ReadonlyMap<number, Answer>,
  nowS: number,
): Answer {
  const follow = inverters.filter(({ record }) => record.controllo_p);
  const rated = sum(follow.map(({ record }) => record.pn));
  const measured = inverters.flatMap(({ record }) => {
    const { isResponding, values } = answers.get(record.id) ?? {};
    return isResponding && values ? [{ record, pac: values.pac ?? 0, qac: values.qac ?? 0 }] : [];
  });
  const p = sum(measured.flatMap(({ record, pac }) => (record.controllo_p ? pac : [])));
  const qac = sum(measured.map(({ record, qac }) => record.segno_q * qac));
  const { none, limitByPlant, reactiveByPlant, fixedPowerFactor } = controllerFunctions;
  const ofReactive = reactive?.kind === 'share' ? reactiveByPlant : reactive ? fixedPowerFactor : none;
  const isKnown = measured.length > 0;
  return {
    record: ownId,
    part: 0,
    isResponding: true,
    sampled: nowS,
    validS,
    state: isKnown ? controllerStates.autonomous : controllerStates.unavailable,
    values: {
      p: isKnown ? p : null,
      qac: isKnown ? qac : null,
      cosphi: Math.hypot(p, qac) > leastKva ? powerFactor(p, qac) : null,
      plim: appliedPercent(follow),
      psp: limit ?? 100,
      qsp: reactive?.kind === 'share' ? reactive.percent : null,
      fsp: reactive?.kind === 'factor' ? reactive.value : null,
      funzione: limit === null ? ofReactive : limitByPlant,
      funzioneq: ofReactive,
      pn: rated,
      smax: rated,
      qmax: fullReactive * rated,
    },
  };
}
