import { controllerFunctions } from '../../../contract/codes';
import { above, alarmsOf, below, makerReport, whenever } from '../entry';
import type { Device } from '../facts';

type Controller = Device<'cci'>;
const alarm = alarmsOf('cci', 'cci');
const minute = 60;
/** A certificate that expires within this many days is urgent. */
const urgentDays = 7;

const { limitByOperator, setPointByOperator, setPointByMarket, limitByPlant } = controllerFunctions;
const { reactiveByOperator, reactiveByMarket, reactiveByPlant } = controllerFunctions;
const byOperator: readonly number[] = [limitByOperator, setPointByOperator];
const powerFunctions: readonly number[] = [...byOperator, setPointByMarket, limitByPlant];
const reactiveFunctions: readonly number[] = [reactiveByOperator, reactiveByMarket, reactiveByPlant];

/** A power at the point of delivery, % of the greatest apparent power: the base of all set-points (CEI 0-16:2025-12, Annex O). */
function percentOf(controller: Controller, point: 'p' | 'qac'): number | null {
  const [power, greatest] = [controller.value(point), controller.value('smax')];
  return power === null || !greatest ? null : (100 * power) / greatest;
}

/** What the limits in force leave, where nobody can prove the power: an inverter that does not answer may give all of it. */
function worstOf(controller: Controller): number | null {
  const own = percentOf(controller, 'p') ?? controller.value('plim');
  const metered = meteredPercent(controller);
  return own === null || metered === null ? own : Math.max(own, metered);
}

/** What the exchange meters show, % of the greatest apparent power; null without them, and where no central controller is in service. */
function meteredPercent(controller: Controller): number | null {
  const { facts } = controller;
  if (!facts.inputs.configuration?.cci.some(({ abilitato }) => abilitato)) return null;
  const { pimm, pprel } = facts.rows('impianto').values;
  const [out, into, greatest] = [pimm?.[0] ?? null, pprel?.[0] ?? null, controller.value('smax')];
  return out === null || into === null || !greatest ? null : (100 * (out - into)) / greatest;
}

/** Difference between set-point and measured power, % of the greatest apparent power. Active power counts only where it is too high: too little may be due to the sun. */
function deviation(controller: Controller): number | null {
  const acting = controller.value('funzione');
  if (acting === null) return null;
  if (powerFunctions.includes(acting)) {
    const power = worstOf(controller);
    const asked = controller.value('psp');
    return power === null || asked === null ? null : Math.max(0, power - asked);
  }
  if (!reactiveFunctions.includes(acting)) return 0;
  const reactive = percentOf(controller, 'qac');
  const asked = controller.value('qsp');
  return reactive === null || asked === null ? null : Math.abs(reactive - asked);
}

const offsetMs = (controller: Controller) => {
  const offset = controller.value('scarto');
  return offset === null ? null : Math.abs(offset);
};

export const controllerAlarms = [
  // A controller that does not answer counts as one whose link is down: the distribution operator can rely on neither.
  alarm(
    'CCI01',
    { priority: 2, on: minute },
    {
      judgesSilence: true,
      judge: controller => {
        if (!controller.isResponding) return true;
        const link = controller.value('link_a');
        return link === null ? null : link === 0;
      },
    },
  ),
  alarm(
    'CCI02',
    { priority: 5, on: 0 },
    {
      ...whenever(controller => {
        const acting = controller.value('funzione');
        return acting === null ? null : byOperator.includes(acting);
      }),
      value: controller => controller.value('psp'),
      unit: '%',
    },
  ),
  alarm('CCI03', { priority: 2, on: minute }, above({ threshold: 2, unit: '%', hysteresis: 0.5 }, deviation)),
  alarm(
    'CCI04',
    { priority: 3, on: 10 * minute },
    above({ threshold: 100, unit: 'ms', hysteresis: 20 }, offsetMs),
  ),
  alarm(
    'CCI05',
    { priority: 3, on: 0 },
    {
      ...below({ threshold: 30, unit: 'd', hysteresis: 0 }, controller => controller.value('cert')),
      isUrgent: controller => (controller.value('cert') ?? urgentDays) < urgentDays,
    },
  ),
  // The loop has waited for its meter already. Where it is switched off nothing is open.
  alarm(
    'CCI06',
    { priority: 2, on: 0, off: minute },
    whenever(({ facts }) => facts.inputs.isLoopOpen === true),
  ),
  alarm('CCI07', { priority: 2, on: 0 }, makerReport()),
];
