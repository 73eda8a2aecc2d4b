import type * as commands from '../../../contract/commands';
import type { OfferedCommand } from '../../commands/offered-command';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import {
  type Controller,
  isLimited,
  isPrevailingLimit,
  ofGreatest,
  percentOfGreatest,
} from './controller-live';
import { functionWord, sideWord } from './words';

export const actions = ['limite_p', 'setpoint_q', 'setpoint_cosfi', 'automatico'] as const;
export type ControllerAction = (typeof actions)[number];

export function isAction(name: string): name is ControllerAction {
  return actions.some(action => action === name);
}

/** Tolerance within which a set-point is reached, in % of the greatest apparent power (CEI 0-16 Annex O: ±5 %). */
const band = 5;
const near = (a: number | null, b: number | null, within: number) =>
  a === null || b === null ? null : Math.abs(a - b) <= within;

/** The commands of the controller with the measured values. */
export function commandOf(action: ControllerAction, controller: Controller): OfferedCommand {
  return { object: `cci.${controller.id}`, action, ...details[action](controller) };
}

const details: Record<ControllerAction, (c: Controller) => Omit<OfferedCommand, 'object' | 'action'>> = {
  limite_p: limitOffer,
  setpoint_q: reactiveOffer,
  setpoint_cosfi: factorOffer,
  automatico: automaticOffer,
};

/** The limit of the active power that holds whatever the plant orders. */
function prevailingLimit({ acting, askedPercent }: Controller): string | null {
  if (!isPrevailingLimit(acting)) return null;
  return `${functionWord(acting)} (${formatQuantity(askedPercent, 1, '%')})`;
}

/** The distribution operator's order for the reactive power. */
function prevailingReactive({ regulating, powerFactor, reactivePercent }: Controller): string | null {
  if (regulating === 'powerFactorByOperator')
    return `${functionWord(regulating)} (${formatNumber(powerFactor, 3)})`;
  if (regulating !== 'reactiveByOperator') return null;
  return `${functionWord(regulating)} (${formatQuantity(reactivePercent, 1, '%')})`;
}

function limitOffer(controller: Controller): Omit<OfferedCommand, 'object' | 'action'> {
  const kw = (percent: number | null) => formatQuantity(ofGreatest(percent, controller), 0, 'kW');
  const power = percentOfGreatest(controller.p, controller);
  return {
    title: t('controller.command.limitTitle', { name: controller.name }),
    value: {
      label: t('controller.command.limit'),
      unit: '%',
      hint: t('controller.command.limitHint', { power: kw(100) }),
      initial: Math.round(controller.askedPercent ?? 100),
      isSigned: false,
    },
    textOf: percent => `${formatQuantity(percent, 1, '%')} (${kw(percent)})`,
    // The irradiance may allow less power: the limit counts as reached when it is applied and not exceeded.
    isReached: asked =>
      near(controller.appliedPercent, asked, 0.1) && power !== null && power <= (asked ?? 100) + band,
    prevailing: asked =>
      (asked ?? 100) > (controller.askedPercent ?? 100) ? prevailingLimit(controller) : null,
    measured: `${formatQuantity(controller.appliedPercent, 1, '%')}, ${formatQuantity(controller.p, 1, 'kW')}`,
  };
}

function reactiveOffer(controller: Controller): Omit<OfferedCommand, 'object' | 'action'> {
  const kvar = (percent: number | null) => formatQuantity(ofGreatest(percent, controller), 0, 'kvar');
  return {
    title: t('controller.command.reactiveTitle', { name: controller.name }),
    value: {
      label: t('controller.command.reactive'),
      unit: '%',
      hint: t('controller.command.reactiveHint', {
        most: formatNumber(percentOfGreatest(controller.rated.q, controller), 1),
      }),
      initial: Math.round(controller.reactivePercent ?? 0),
      isSigned: true,
    },
    textOf: percent => `${formatQuantity(percent, 1, '%')} (${kvar(percent)})`,
    isReached: asked => {
      const isMeasured = near(percentOfGreatest(controller.q, controller), asked, band);
      return near(controller.reactivePercent, asked, 0.1) && isMeasured;
    },
    prevailing: () => prevailingReactive(controller),
    measured: formatQuantity(controller.q, 0, 'kvar'),
  };
}

function factorOffer(controller: Controller): Omit<OfferedCommand, 'object' | 'action'> {
  const { powerFactor, regulating, q } = controller;
  return {
    title: t('controller.command.factorTitle', { name: controller.name }),
    value: {
      label: 'cos φ',
      unit: '',
      hint: t('controller.command.factorHint', { least: formatNumber(leastPowerFactor, 2) }),
      initial: 0.95,
      isSigned: true,
    },
    textOf: value => formatNumber(value, 3),
    isReached: asked => regulating === 'fixedPowerFactor' && near(powerFactor, asked, band / 100),
    prevailing: () => prevailingReactive(controller),
    measured: `${formatNumber(powerFactor, 3)} ${sideWord(q)}`,
  };
}

function automaticOffer(controller: Controller): Omit<OfferedCommand, 'object' | 'action'> {
  const { regulating } = controller;
  const isOwn = regulating === 'reactiveByVoltage' || regulating === 'none';
  return {
    title: t('controller.command.automaticTitle', { name: controller.name }),
    value: null,
    textOf: percent => formatQuantity(percent, 1, '%'),
    isReached: () => isOwn && !isLimited(controller),
    prevailing: () => prevailingLimit(controller) ?? prevailingReactive(controller),
    measured: formatQuantity(controller.appliedPercent, 1, '%'),
  };
}

// A copy of the contract's value, checked by its type only, because the schemas of the contract are not in this chunk.
const leastPowerFactor = 0.9 satisfies typeof commands.leastPowerFactor;
