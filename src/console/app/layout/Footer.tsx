import { type ReactNode, useState } from 'react';
import { type AlarmMark, markOf, useAlarmCounts } from '../../data/alarm-counts';
import { useConnection } from '../../data/connection';
import { deviceStatus } from '../../data/facts';
import { ageS } from '../../data/plant-clock';
import { useNowMs } from '../../data/ticker';
import { useResource } from '../../data/use-resource';
import { formatDuration, formatQuantity, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { AlarmSign } from '../../ui/AlarmSign';
import { markWords } from '../../ui/alarm-words';
import { Icon } from '../../ui/Icon';
import type { RoutePath } from '../routes';
import { type FooterField, type FooterName, type FooterValue, footerContent } from './footer-fields';
import { useQuietTime } from './quiet-time';

interface Props {
  readonly path: RoutePath;
  readonly plantName: string;
  readonly hasUps: boolean;
  readonly product: string;
  /** Whether the menu covers the footer. */
  readonly isCovered: boolean;
}

/** The fields that a phone shows while the footer is collapsed. */
const alwaysShown: readonly FooterName[] = ['plant', 'clock', 'state'];

/** The footer with the datalogger's status, requested at once and then every 30,000 ms. */
export function Footer({ path, plantName, hasUps, product, isCovered }: Props) {
  const { value: status, stamp, error } = useResource(deviceStatus);
  const isLost = useConnection().state === 'lost';
  useNowMs();
  useQuietTime(path);
  const [isExpanded, setExpanded] = useState(false);
  const { fields, oldS } = footerContent({
    plantName,
    hasUps,
    status,
    ageS: stamp && ageS(stamp.epochS),
    isLoading: error === null,
    isLost,
  });
  const age = oldS === null ? null : t('common.ago', { time: formatDuration(oldS) });
  const cell = (field: FooterField) => (
    <Cell key={field.name} field={field} product={product} age={field.name === 'clock' ? age : null} />
  );
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: outside main a footer is a landmark, which may have a name
    <footer className={isExpanded ? 'foot open' : 'foot'} aria-label={t('footer.label')} inert={isCovered}>
      {status === null ? <NoData age={age} /> : <dl translate="no">{fields.map(cell)}</dl>}
      {status !== null && <Expand isExpanded={isExpanded} onChange={setExpanded} />}
    </footer>
  );
}

function NoData({ age }: { readonly age: string | null }) {
  return (
    <p className="row">
      {t('footer.noData')}
      {age && <AgeChip>{age}</AgeChip>}
    </p>
  );
}

interface ExpandProps {
  readonly isExpanded: boolean;
  readonly onChange: (isExpanded: boolean) => void;
}

function Expand({ isExpanded, onChange }: ExpandProps) {
  return (
    <button
      type="button"
      className="q only-s"
      aria-expanded={isExpanded}
      aria-label={t('footer.expand')}
      onClick={() => onChange(!isExpanded)}
    >
      <Icon name="chev" className="chev" />
    </button>
  );
}

interface CellProps {
  readonly field: FooterField;
  readonly product: string;
  /** The age of an old answer, shown beside the value, or instead of the label on phones; null while the answer is recent. */
  readonly age: string | null;
}

function Cell({ field: { name, value }, product, age }: CellProps) {
  const label = t(`footer.${name}`, { product });
  return (
    <div className={alwaysShown.includes(name) ? '' : 'only-l'}>
      <dt>
        {age ? (
          <>
            <span className="only-l">{label}</span>
            <span className="age only-s">{age}</span>
          </>
        ) : (
          label
        )}
      </dt>
      <dd>
        <Value value={value} />
        {age && <span className="age only-l">{age}</span>}
      </dd>
    </div>
  );
}

function Value({ value }: { readonly value: FooterValue }): ReactNode {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'clock':
      return (
        <>
          <span className="mid">{value.date} </span>
          {value.time}
        </>
      );
    case 'temperature':
      return formatQuantity(value.celsius, 1, '°C');
    case 'active':
      return (
        <span className="ok">
          <Icon name="check" /> {t('footer.active')}
        </span>
      );
    case 'alert':
      return (
        <>
          <SupplySign /> {t(`footer.${value.word}`)}
        </>
      );
    case 'loading':
      return missing;
    default:
      return t(`footer.${value.kind}`);
  }
}

const unsaid: AlarmMark = { priority: 2, look: 'active', isUnacknowledged: false };

/** The alarm sign of the power supply, with the look of its alarm; priority 2 if absent. */
function SupplySign() {
  const mark = markOf(useAlarmCounts().counts, 'ups') ?? unsaid;
  return <AlarmSign {...mark} label={markWords(mark)} />;
}
