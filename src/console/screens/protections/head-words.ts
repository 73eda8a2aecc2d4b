import type { ProtectionFunctionCode } from '../../../contract/codes';
import { ansiNumberOf, type CeiCode, europeanQuantity, isCeiCode } from '../../../contract/protection-codes';
import { formatDuration, formatList } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { HeadWords } from '../../ui/panel-words';
import { type Position, type Protection, weightOf } from './protection-list';
import { differenceOf, isActive, measuredBy, nearness, quantityOf, type Settings } from './settings';

const families = {
  '59.S1': 'meanOvervoltage',
  '59.S2': 'overvoltage',
  '27.S1': 'undervoltage',
  '27.S2': 'undervoltage',
  '81>.S1': 'overfrequencyRestrictive',
  '81<.S1': 'underfrequencyRestrictive',
  '81>.S2': 'overfrequency',
  '81<.S2': 'underfrequency',
  '59N': 'residual',
  '59V0': 'unlockResidual',
  '59Vi': 'unlockNegative',
  '27Vd': 'unlockPositive',
} as const satisfies Record<CeiCode, string>;

/** The quantity that a function monitors, with its ANSI number where the code does not begin with it. */
export function functionWord(code: ProtectionFunctionCode): string {
  if (isCeiCode(code)) return t(`protection.function.${families[code]}`);
  return `${t(`protection.function.${europeanFamily(code)}`)} (${ansiNumberOf(code)})`;
}

function europeanFamily(code: ProtectionFunctionCode) {
  const quantity = europeanQuantity(code);
  if (quantity === 'meanVoltage') return 'meanOvervoltage';
  const isLeast = code.includes('<');
  if (quantity === 'voltage') return isLeast ? 'undervoltage' : 'overvoltage';
  return isLeast ? 'minimumFrequency' : 'maximumFrequency';
}

export const positionWord = (position: Position) => t(`protection.position.${position}`);

/** The state of the interface; of several protections, the one that most needs attention comes first. */
export function headWords(
  protections: readonly Protection[],
  settings: readonly Settings[],
  sinceS: number,
): HeadWords {
  const [worst] = [...protections].sort((a, b) => weightOf(b) - weightOf(a));
  if (!worst) return { title: t('protection.none'), text: t('protection.noneHint') };
  const isAll = protections.length > 1 && weightOf(worst) === 0;
  const prefix = protections.length > 1 && !isAll ? `${worst.name}: ` : '';
  const title = isAll
    ? t('protection.title.allClosed', { count: protections.length })
    : prefix + titleOf(worst, sinceS);
  return { title, text: sentencesOf(protections, settings).join(' ') };
}

/** `sinceS` is the time since the sample was taken. */
function titleOf(protection: Protection, sinceS: number): string {
  const { state, interfaceDevice, trippedBy, started, isRemoteTrip } = protection;
  const time = formatDuration((protection.leftS ?? 0) - sinceS);
  const code = trippedBy ?? formatList(started);
  if (state === 'silent') {
    return t('protection.title.silent', { time: formatDuration(protection.ageS + sinceS) });
  }
  if (state === 'waiting') return t('protection.title.waiting', { time });
  if (state === 'tripped' && interfaceDevice === 'closed') return t('protection.title.stuck', { code });
  if (isRemoteTrip && interfaceDevice === 'open') return t('protection.title.remoteTrip');
  if (interfaceDevice === 'open') {
    return trippedBy ? t('protection.title.tripped', { code }) : t('protection.title.open');
  }
  if (interfaceDevice !== 'closed') return t('protection.title.noPosition');
  if (state === 'starting') {
    return protection.leftS === null
      ? t('protection.title.startingNow', { code })
      : t('protection.title.starting', { code, time });
  }
  return state === 'tripped' ? t('protection.title.open') : t(`protection.title.relay.${state}`);
}

function sentencesOf(protections: readonly Protection[], settings: readonly Settings[]): readonly string[] {
  const sentences: string[] = [];
  const named = (isIt: (protection: Protection) => boolean) =>
    protections.filter(protection => protection.state !== 'silent' && isIt(protection));
  if (named(({ isRestrictive }) => isRestrictive).length > 0) sentences.push(t('protection.restrictive'));
  if (named(({ isSignalThere }) => isSignalThere === false).length > 0)
    sentences.push(t('protection.noSignal'));
  const off = new Set(
    settings.flatMap(({ thresholds }) =>
      thresholds.filter(threshold => differenceOf(threshold) !== null).map(({ code }) => code),
    ),
  );
  if (off.size > 0) sentences.push(t('protection.different', { codes: formatList([...off]) }));
  const nearest = nearestOf(protections, settings);
  if (nearest) sentences.push(t('protection.nearest', { code: nearest }));
  return sentences;
}

/** A value closer to nominal than this, in % of the distance to the threshold, is not mentioned. */
const leastWay = 10;

/** The active function that is closest to its threshold. */
function nearestOf(
  protections: readonly Protection[],
  settings: readonly Settings[],
): ProtectionFunctionCode | null {
  const ways = protections.flatMap(protection => {
    const own = settings.find(({ id }) => id === protection.id);
    if (!own || protection.state === 'silent' || protection.interfaceDevice !== 'closed') return [];
    return own.thresholds
      .filter(threshold => isActive(threshold, protection) && quantityOf(threshold.code) !== 'residual')
      .map(threshold => {
        const way = nearness(threshold, measuredBy(threshold, protection, own.nominalV));
        return { code: threshold.code, way: way ?? 0 };
      });
  });
  const [nearest] = ways.filter(({ way }) => way >= leastWay).sort((a, b) => b.way - a.way);
  return nearest?.code ?? null;
}
