import { ansiNumberOf } from '../../../contract/protection-codes';
import type { Alarm } from '../../data/alarm-rows';
import { formatDifference, formatNumber, formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
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

/** Up to here a value counts as normal, in % of the distance from nominal to the threshold. */
const normalTo = 80;

/** The functions with their settings, the requirements of the standard, and the measured values. */
export function Thresholds(props: Props) {
  const { settings, protection } = props;
  return (
    <DataTable
      className="stack thr"
      columns={columnsOf(props)}
      rows={settings.thresholds}
      keyOf={({ code }) => code}
      rowClass={threshold => (isActive(threshold, protection) ? '' : 'dim')}
    />
  );
}

function columnsOf({ settings, protection, isStale, trips, zone }: Props): readonly DataColumn<Threshold>[] {
  const measuredOf = (threshold: Threshold) => measuredBy(threshold, protection, settings.nominalV);
  return [
    ...settingColumns(settings),
    {
      key: 'measured',
      head: t('protection.column.measured'),
      isNumber: true,
      isNamed: true,
      className: isStale ? 'old' : '',
      cell: threshold => quantityText(threshold, measuredOf(threshold)),
    },
    {
      key: 'nearness',
      head: t('protection.column.nearness'),
      className: 'only-l near',
      fold: 2,
      cell: threshold => (
        <Indicator kind="pointer" value={nearness(threshold, measuredOf(threshold))} band={[0, normalTo]} />
      ),
    },
    {
      key: 'state',
      head: t('protection.column.state'),
      isNamed: true,
      cell: threshold => <State {...{ threshold, protection, isStale }} />,
    },
    {
      key: 'trip',
      head: t('protection.column.trip'),
      isNamed: true,
      fold: 1,
      cell: ({ code }) => tripText(code, trips, zone),
    },
  ];
}

function settingColumns({ standard }: Settings): readonly DataColumn<Threshold>[] {
  return [
    { key: 'code', head: t('protection.column.code'), isHeading: true, cell: ({ code }) => code },
    {
      key: 'function',
      head: t('protection.column.function'),
      className: 'w',
      cell: ({ code }) => functionWord(code),
    },
    {
      key: 'threshold',
      head: t('protection.column.threshold'),
      isNumber: true,
      isNamed: true,
      cell: threshold => settingText(threshold, threshold.value),
    },
    {
      key: 'delay',
      head: t('protection.column.delay'),
      isNumber: true,
      isNamed: true,
      cell: ({ seconds, meanS }) =>
        meanS === null
          ? formatQuantity(seconds, 2, 's')
          : t('protection.mean', { minutes: formatNumber(meanS / 60, 0) }),
    },
    {
      key: 'standard',
      head: standard || t('protection.column.standard'),
      isNamed: true,
      cell: threshold => <Standard threshold={threshold} />,
    },
  ];
}

function quantityText({ code }: Threshold, value: number | null): string {
  const quantity = quantityOf(code);
  if (quantity === 'frequency') return formatQuantity(value, 2, 'Hz');
  if (quantity === 'residual' || quantity === 'negativeSequence')
    return formatQuantity(value === null ? null : 100 * value, 1, '%');
  return formatQuantity(value, 3, 'Vn');
}

function settingText(threshold: Threshold, value: number): string {
  const isVoltage = /oltage$/.test(quantityOf(threshold.code));
  return isVoltage ? formatQuantity(value, 2, 'Vn') : quantityText(threshold, value);
}

/** The date of the last trip; with the function number if several functions of that number share one alarm. */
function tripText(code: Threshold['code'], trips: readonly Alarm[], zone: string): string {
  const trip = lastTripBy(code, trips);
  if (!trip) return missing;
  const date = formatTime(trip.beginS, zone, 'date');
  return code === '59N' ? date : `${ansiNumberOf(code)}: ${date}`;
}

/** The standard's setting if the declared one differs from it. */
function Standard({ threshold }: { readonly threshold: Threshold }) {
  const { standard, range } = threshold;
  if (range) return <RangeText {...{ threshold, range }} />;
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

interface RangeProps {
  readonly threshold: Threshold;
  readonly range: NonNullable<Threshold['range']>;
}

/** "0,20–1,00 Vn", and below "0,1–100 s"; a dash is joined to what follows it. */
function RangeText({ threshold, range: [least, most] }: RangeProps) {
  return (
    <>
      {formatNumber(least.value, 2)}–{'\u2060'}
      {settingText(threshold, most.value)}
      <br />
      {formatNumber(least.seconds, least.seconds < 0.1 ? 2 : 1)}–{'\u2060'}
      {formatQuantity(most.seconds, 0, 's')}
    </>
  );
}

interface StateProps extends Pick<Props, 'protection' | 'isStale'> {
  readonly threshold: Threshold;
}

function State({ threshold, protection, isStale }: StateProps) {
  const { code, isEnabled } = threshold;
  if (!isEnabled) return t('protection.active.off');
  if (!isStale && protection.started.includes(code)) return <b>{t('protection.active.started')}</b>;
  if (!isStale && protection.trippedBy === code) return <b>{t('protection.active.tripped')}</b>;
  return isActive(threshold, protection) ? t('protection.active.yes') : t('protection.active.no');
}
