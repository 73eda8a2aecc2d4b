import { useMemo } from 'react';
import { CommandButtons } from '../../commands/CommandButtons';
import type { OfferedCommand } from '../../commands/offered-command';
import { plantNowMs } from '../../data/plant-clock';
import { answeredAtS } from '../../data/waiting';
import type { TrendLine } from '../../device-screens/descriptor';
import { drawerParts } from '../../device-screens/OpenedDevice';
import { RefusedList } from '../../device-screens/Refused';
import { formatDuration, formatNumber, formatQuantity, formatTime } from '../../i18n/format';
import { t, useLanguage } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { Lazy } from '../../ui/Lazy';
import { PanelFailure } from '../../ui/PanelFailure';
import { Bands, type Pointer } from './Bands';
import type { Protection } from './protection-list';
import { SingleLine } from './SingleLine';
import { perUnit, type Settings } from './settings';
import { Thresholds } from './Thresholds';
import { causeWord, type useTrips } from './use-trips';

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

const voltages = ['uab', 'ubc', 'uca'];

const loadHighest = () => import('./HighestVoltage').then(module => module.HighestVoltage);
const loadDay = () => import('../../device-screens/DeviceTrend').then(module => module.DeviceTrend);

/** Frequency, and the first line voltage. */
function trendLinesOf(id: number): readonly TrendLine[] {
  return [
    {
      code: `spi.${id}.f`,
      label: 'f',
      unit: 'Hz',
      decimals: 2,
      look: 'measured',
    },
    { code: `spi.${id}.uab`, label: `U ${phases[0]}`, unit: 'V', decimals: 1, look: 'context' },
  ];
}

/** The drawings and tables of one interface protection. */
export function Panels(props: Props) {
  const { protection, settings, trips, zone, isStale, sampledS } = props;
  const time = formatTime(sampledS, zone, 'clock');
  const units = perUnit(protection, settings?.nominalV ?? 0);
  const panel = (className: string) => (isStale ? `${className} stale` : className);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  const dayLines = useMemo(() => trendLinesOf(protection.id), [protection.id, language]);
  return (
    <>
      <BandPanels {...props} {...{ units, time }} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="c8 scroll" tabIndex={0} aria-label={t('protection.thresholds')}>
        <div className="ph">
          <h2>{t('protection.thresholds')}</h2>
          <small>{t('protection.readOnly')}</small>
        </div>
        {settings?.thresholds.some(({ range }) => range) && (
          <p className="u">{t('protection.byOperator', { standard: settings.standard })}</p>
        )}
        {settings ? (
          <Thresholds {...{ settings, protection, isStale, zone }} trips={trips.trips} />
        ) : (
          <p className="u">
            {t(props.hasNoSettings ? 'protection.noSettings' : 'protection.readingSettings')}
          </p>
        )}
      </section>
      <section className={panel('c4')} translate="no">
        <div className="ph">
          <h2>{t('protection.line')}</h2>
        </div>
        <SingleLine {...{ protection, units, isStale, zone, time }} />
        {settings && (
          <div className="highest">
            <Lazy load={loadHighest} parts={drawerParts} props={{ id: protection.id, settings, zone }} />
          </div>
        )}
        <div className="ph trips-head">
          <h2>{t('protection.trips.title')}</h2>
          <ResetTrips protection={protection} />
        </div>
        <Trips {...trips} zone={zone} />
      </section>
      <section>
        <Lazy load={loadDay} parts={drawerParts} props={{ trendLines: dayLines, zone }} />
      </section>
    </>
  );
}

function nameOfPoint(point: string): string {
  const phase = phases[voltages.indexOf(point)];
  return phase ? `U ${phase}` : point;
}

interface BandProps extends Props {
  readonly units: readonly (number | null)[];
  /** Of the sample. */
  readonly time: string;
}

function BandPanels(props: BandProps) {
  const { protection, settings, isStale, units, time } = props;
  const age = t('panel.dataOf', { time });
  const words = protection.isDoubtful && !isStale ? `${age}, ${t('panel.doubtful')}` : age;
  const pointers = {
    voltage: phases.map((name, index): Pointer => ({ name, value: units[index] ?? null })),
    frequency: [{ name: 'f', value: protection.frequencyHz }],
  };
  return (['voltage', 'frequency'] as const).map(kind => (
    <section key={kind} className={isStale ? 'c6 stale' : 'c6'} translate="no">
      <div className="ph">
        <h2>{t(`protection.bands.${kind}`)}</h2>
        {isStale ? <AgeChip>{words}</AgeChip> : <small>{words}</small>}
      </div>
      <Bands thresholds={settings?.thresholds ?? []} {...{ kind, protection }} pointers={pointers[kind]} />
      {!isStale && (
        <RefusedList
          group="spi"
          refused={protection.refused.filter(({ point }) => (point === 'f') === (kind === 'frequency'))}
          nameOf={nameOfPoint}
        />
      )}
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
    textOf: count => formatNumber(count, 0),
    isReached: asked => (trips === null ? null : trips === asked),
    measured: formatNumber(trips, 0),
  };
}

const shownAtMost = 8;

interface TripsProps extends ReturnType<typeof useTrips> {
  readonly zone: string;
}

/** The history of the openings of one protection, newest first. */
function Trips({ snapshot, trips, retry, zone }: TripsProps) {
  if (!snapshot.value && snapshot.error) {
    return (
      <PanelFailure
        what={t('protection.trips.failed')}
        cause={snapshot.error.reason}
        lastS={answeredAtS(snapshot)}
        zone={zone}
        onRetry={retry}
      />
    );
  }
  if (!snapshot.value) return <p className="u">{t('protection.trips.reading')}</p>;
  if (trips.length === 0) {
    return (
      <p>
        <b>{t('protection.trips.none')}</b> {t('protection.trips.noneHint')}
      </p>
    );
  }
  return (
    <table className="trips">
      <tbody translate="no">
        {trips.slice(0, shownAtMost).map(({ id, code, beginS, endS, value, unit }) => (
          <tr key={id}>
            <td className="u">
              {formatTime(beginS, zone, 'date')} {formatTime(beginS, zone, 'minute')}
            </td>
            <th scope="row">{causeWord(code)}</th>
            <td className="n">{value !== null && formatQuantity(value, unit === 'Hz' ? 2 : 1, unit)}</td>
            <td className="n">
              {endS === null
                ? t('protection.trips.lasting', { time: formatDuration(plantNowMs() / 1000 - beginS) })
                : formatDuration(endS - beginS)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
