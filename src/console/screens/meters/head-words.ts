import { inverterStates } from '../../../contract/codes';
import type { View } from '../../device-screens/descriptor';
import type { Device } from '../../device-screens/device-list';
import { namesOf, sentences, silenceWords } from '../../device-screens/head-words';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { inverterClause } from '../../ui/inverter-words';
import type { HeadWords } from '../../ui/panel-words';
import { ofRole, totalOf } from './roles';

/** Meter and inverters agree if they differ by at most this, in %; a greater difference is alarm MET02 of the domain brief. */
const agreesWithin = 3;
/** Below this power, in kW, a difference in % has no meaning. */
const leastPower = 1;

/** The produced power and its use, meters that do not respond, and whether meter and `inverters` agree, or why they cannot. */
export function headWords({ devices, list }: View<Device>, inverters: readonly Device[]): HeadWords {
  const silence = silenceWords(devices);
  const read = silence === '' ? t('meters.allRead', { count: devices.length }) : silence;
  return {
    title: titleWords(devices),
    text: sentences(
      read,
      !list
        ? ''
        : list.isPlantPartial
          ? incomplete(
              'silent',
              inverters.filter(({ isSilent }) => isSilent),
            )
          : agreement(devices, list.plant.get('pac') ?? null, inverters),
    ),
  };
}

function titleWords(meters: readonly Device[]): string {
  const production = totalOf(meters, 'production', 'p');
  const exchange = totalOf(meters, 'exchange', 'p');
  const parts = [
    production === null ? '' : t('meters.title.production', { power: kw(production) }),
    exchange === null
      ? ''
      : t(exchange < 0 ? 'meters.title.imported' : 'meters.title.exported', {
          power: kw(Math.abs(exchange)),
        }),
  ].filter(part => part !== '');
  const [first, ...others] = parts;
  if (first !== undefined) return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
  return meters.every(({ isSilent }) => isSilent)
    ? t('panel.unknown')
    : t('meters.title.read', { count: meters.length });
}

const kw = (power: number) => formatQuantity(power, 1, 'kW');

/** Says which inverters the sum of all lacks; empty for none. */
function incomplete(state: 'silent' | 'service', missing: readonly Device[]): string {
  const why = inverterClause(state, missing);
  return why && t('meters.incomplete', { why });
}

/** Difference between the production meters and the sum of the inverters, in which those that are disabled do not count. */
function agreement(
  meters: readonly Device[],
  invertersKw: number | null,
  inverters: readonly Device[],
): string {
  const measured = totalOf(meters, 'production', 'p');
  if (measured === null || invertersKw === null || invertersKw < leastPower) return '';
  const percent = (100 * Math.abs(measured - invertersKw)) / invertersKw;
  const values = {
    names: namesOf(ofRole(meters, 'production')),
    percent: formatNumber(Math.ceil(percent * 10) / 10, 1),
  };
  if (percent <= agreesWithin) return t('meters.agrees', values);
  const disabled = inverters.filter(({ state }) => state === inverterStates.disabled);
  const cause = measured > invertersKw ? incomplete('service', disabled) : '';
  return sentences(t('meters.differs', values), cause);
}
