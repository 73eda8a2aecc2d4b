import '../../ui/lists.css';
import '../../ui/table.css';
import type { Alarm } from '../../data/alarm-rows';
import { formatDifference, formatNumber, formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Indicator } from '../../ui/Indicator';
import { functionWord } from './head-words';
import type { Protection } from './protection-list';
import {
  differenceOf,
  isActive,
  measuredBy,
  nearness,
  quantityOf,
  type Settings,
  type Threshold,
} from './settings';
import { lastTripBy } from './use-trips';

interface Props {
  readonly settings: Settings;
  readonly protection: Protection;
  readonly isStale: boolean;
  /** Newest first. */
  readonly trips: readonly Alarm[];
  readonly zone: string;
}

/** Up to here a value is in its normal stretch, in % of the way to the threshold. */
const normalTo = 80;

/** What the functions are set to, what the standard asks and what they measure. */
export function Thresholds(props: Props) {
  const { settings } = props;
  return (
    <table className="stack thr">
      <thead>
        <tr>
          <th scope="col">{t('protection.column.code')}</th>
          <th scope="col">{t('protection.column.function')}</th>
          <th scope="col" className="n">
            {t('protection.column.threshold')}
          </th>
          <th scope="col" className="n">
            {t('protection.column.delay')}
          </th>
          <th scope="col">{settings.standard || t('protection.column.standard')}</th>
          <th scope="col" className="n">
            {t('protection.column.measured')}
          </th>
          <th scope="col">{t('protection.column.nearness')}</th>
          <th scope="col">{t('protection.column.state')}</th>
          <th scope="col">{t('protection.column.trip')}</th>
        </tr>
      </thead>
      <tbody>
        {settings.thresholds.map(threshold => (
          <Row key={threshold.code} {...props} threshold={threshold} />
        ))}
      </tbody>
    </table>
  );
}

function quantityText({ code }: Threshold, value: number | null): string {
  const quantity = quantityOf(code);
  if (quantity === 'frequency') return formatQuantity(value, 2, 'Hz');
  if (quantity === 'residual') return formatQuantity(value === null ? null : 100 * value, 1, '%');
  return formatQuantity(value, 3, 'Vn');
}

function settingText(threshold: Threshold, value: number): string {
  const isVoltage = /oltage$/.test(quantityOf(threshold.code));
  return isVoltage ? formatQuantity(value, 2, 'Vn') : quantityText(threshold, value);
}

interface RowProps extends Props {
  readonly threshold: Threshold;
}

function Row({ threshold, protection, settings, isStale, trips, zone }: RowProps) {
  const { code, value, seconds, meanS } = threshold;
  const measured = measuredBy(threshold, protection, settings.nominalV);
  const isJudging = isActive(threshold, protection);
  const delay = formatQuantity(seconds, 2, 's');
  return (
    <tr className={isJudging ? '' : 'dim'}>
      <th scope="row">{code}</th>
      <td className="w">{functionWord(code)}</td>
      <td className="n" data-l={t('protection.column.threshold')}>
        {settingText(threshold, value)}
      </td>
      <td className="n" data-l={t('protection.column.delay')}>
        {meanS === null ? delay : t('protection.mean', { minutes: formatNumber(meanS / 60, 0) })}
      </td>
      <td data-l={settings.standard || t('protection.column.standard')}>
        <Standard threshold={threshold} />
      </td>
      <td className={isStale ? 'n old' : 'n'} data-l={t('protection.column.measured')}>
        {quantityText(threshold, measured)}
      </td>
      <td className="only-l near">
        <Indicator kind="pointer" value={nearness(threshold, measured)} band={[0, normalTo]} />
      </td>
      <td data-l={t('protection.column.state')}>
        <State {...{ threshold, protection, isStale }} />
      </td>
      <td data-l={t('protection.column.trip')}>{tripText(code, trips, zone)}</td>
    </tr>
  );
}

/** With its number, where the functions of that number have one alarm. */
function tripText(code: Threshold['code'], trips: readonly Alarm[], zone: string): string {
  const trip = lastTripBy(code, trips);
  if (!trip) return missing;
  const date = formatTime(trip.beginS, zone, 'date');
  return code === '59N' ? date : `${code.slice(0, 2)}: ${date}`;
}

/** The standard's setting where the declared one is away from it. */
function Standard({ threshold }: { readonly threshold: Threshold }) {
  const { standard } = threshold;
  if (!standard) return missing;
  const difference = differenceOf(threshold);
  if (difference === null) return t('protection.standard.same');
  const setting = `${settingText(threshold, standard.value)}, ${formatQuantity(standard.seconds, 2, 's')}`;
  return (
    <b>
      {setting} ({formatDifference(difference, 0)} %)
    </b>
  );
}

function State({ threshold, protection, isStale }: Omit<RowProps, 'settings' | 'trips' | 'zone'>) {
  const { code, isEnabled } = threshold;
  if (!isEnabled) return t('protection.active.off');
  if (!isStale && protection.started.includes(code)) return <b>{t('protection.active.started')}</b>;
  if (!isStale && protection.trippedBy === code) return <b>{t('protection.active.tripped')}</b>;
  return isActive(threshold, protection) ? t('protection.active.yes') : t('protection.active.no');
}
