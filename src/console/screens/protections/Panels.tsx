import { CommandButtons } from '../../commands/CommandButtons';
import type { OfferedCommand } from '../../commands/offered-command';
import { formatNumber, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { Bands, type Pointer } from './Bands';
import type { Protection } from './protection-list';
import { SingleLine } from './SingleLine';
import { perUnit, type Settings } from './settings';
import { Thresholds } from './Thresholds';
import { Trips } from './Trips';
import type { useTrips } from './use-trips';

interface Props {
  readonly protection: Protection;
  readonly settings: Settings | undefined;
  /** The settings could not be read. */
  readonly hasNoSettings: boolean;
  readonly trips: ReturnType<typeof useTrips>;
  readonly zone: string;
  readonly isStale: boolean;
  /** Time of the sample, epoch seconds. */
  readonly sampledS: number;
}

const phases = ['L1-L2', 'L2-L3', 'L3-L1'];

/** The drawings and tables of one interface protection. */
export function Panels(props: Props) {
  const { protection, settings, trips, zone, isStale } = props;
  const units = perUnit(protection, settings?.nominalV ?? 0);
  const panel = (className: string) => (isStale ? `${className} stale` : className);
  return (
    <>
      <BandPanels {...props} units={units} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="c8 scroll" tabIndex={0} aria-label={t('protection.thresholds')}>
        <div className="ph">
          <h2>{t('protection.thresholds')}</h2>
          <small>{t('protection.readOnly')}</small>
        </div>
        {settings ? (
          <Thresholds {...{ settings, protection, isStale, zone }} trips={trips.trips} />
        ) : (
          <p className="u">
            {t(props.hasNoSettings ? 'protection.noSettings' : 'protection.readingSettings')}
          </p>
        )}
      </section>
      <section className={panel('c4')}>
        <div className="ph">
          <h2>{t('protection.line')}</h2>
        </div>
        <SingleLine {...{ protection, units, isStale }} />
        <div className="ph trips-head">
          <h2>{t('protection.trips.title')}</h2>
          <ResetTrips protection={protection} />
        </div>
        <Trips {...trips} zone={zone} />
      </section>
    </>
  );
}

function BandPanels(props: Props & { readonly units: readonly (number | null)[] }) {
  const { protection, settings, zone, isStale, units, sampledS } = props;
  const time = t('panel.dataOf', { time: formatTime(sampledS, zone, 'clock') });
  const words = protection.isDoubtful && !isStale ? `${time}, ${t('panel.doubtful')}` : time;
  const pointers = {
    voltage: phases.map((name, index): Pointer => ({ name, value: units[index] ?? null })),
    frequency: [{ name: 'f', value: protection.frequencyHz }],
  };
  return (['voltage', 'frequency'] as const).map(kind => (
    <section key={kind} className={isStale ? 'c6 stale' : 'c6'}>
      <div className="ph">
        <h2>{t(`protection.bands.${kind}`)}</h2>
        {isStale ? <AgeChip>{words}</AgeChip> : <small>{words}</small>}
      </div>
      <Bands thresholds={settings?.thresholds ?? []} {...{ kind, protection }} pointers={pointers[kind]} />
    </section>
  ));
}

/** Resets the trip counter, for users who may do so. */
function ResetTrips({ protection }: { readonly protection: Protection }) {
  const { name, state } = protection;
  return (
    <CommandButtons
      commands={[[t('protection.reset.button'), commandOf(protection)]]}
      silent={state === 'silent' ? name : null}
    />
  );
}

function commandOf({ id, name, trips }: Protection): OfferedCommand {
  return {
    object: `spi.${id}`,
    action: 'azzera_contatori',
    title: t('protection.reset.title', { name }),
    value: null,
    tell: count => formatNumber(count, 0),
    isReached: asked => (trips === null ? null : trips === asked),
    measured: formatNumber(trips, 0),
  };
}
