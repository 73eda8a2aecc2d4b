import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { HeadWords } from '../../ui/panel-words';
import { type Controller, type ControllerLive, type FunctionName, isLimited } from './controller-live';

/** "capacitive" or "inductive" for a reactive power; empty around zero. */
export function sideWord(kvar: number | null): string {
  if (kvar === null || Math.abs(kvar) < 0.5) return '';
  return t(kvar > 0 ? 'controller.side.capacitive' : 'controller.side.inductive');
}

export const functionWord = (name: FunctionName) => t(`controller.function.${name}`);

/** A warning is given for certificates that expire in fewer days than this (domain brief, section 3, CCI05). */
export const certificateSoonDays = 30;

/** What the controller does, and what is wrong. */
export function headWords({ controller }: ControllerLive): HeadWords {
  if (!controller) return { title: t('controller.none'), text: t('controller.noneHint') };
  const { state, regulating } = controller;
  if (state === 'silent') return { title: t('controller.title.silent'), text: t('controller.keepsLast') };
  const sentences = [
    regulating && regulating !== 'none'
      ? t('controller.regulates', { function: functionWord(regulating) })
      : '',
    controller.isOperatorLinked === false ? t('controller.noOperator') : '',
    controller.isMarketLinked === false ? t('controller.noMarket') : '',
    controller.isClockSynced === false ? t('controller.noClock') : '',
    certificateWords(controller),
  ];
  return { title: titleOf(controller), text: sentences.filter(text => text !== '').join(' ') };
}

function titleOf(controller: Controller): string {
  if (controller.state === 'unavailable') return t('controller.title.unavailable');
  if (!isLimited(controller)) return t('controller.title.free');
  const percent = formatNumber(controller.askedPercent, 0);
  const isRemote = controller.acting === 'limitByOperator' || controller.acting === 'setPointByOperator';
  if (controller.askedPercent === 100) {
    return t('controller.title.releasing', { percent: formatNumber(controller.appliedPercent, 0) });
  }
  return t(isRemote ? 'controller.title.byOperator' : 'controller.title.bySetPoint', { percent });
}

function certificateWords({ certificateDays }: Controller): string {
  if (certificateDays === null || certificateDays >= certificateSoonDays) return '';
  return certificateDays < 0
    ? t('controller.certificateOver')
    : t('controller.certificateSoon', { count: certificateDays });
}
