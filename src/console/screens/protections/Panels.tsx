import { useMemo } from 'react';
import { CommandButtons } from '../../commands/CommandButtons';
import type { OfferedCommand } from '../../commands/offered-command';
import { plantNowMs } from '../../data/plant-clock';
import { answeredAtS } from '../../data/waiting';
import type { TrendLine } from '../../devices/descriptor';
import { drawerParts } from '../../devices/OpenedDevice';
import { formatDuration, formatNumber, formatQuantity, formatTime } from '../../i18n/format';
import { t, useLanguage } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { Lazy } from '../../ui/Lazy';
import { RelaySign } from '../../ui/line-signs';
import { OneLine } from '../../ui/OneLine';
import { PanelFailure } from '../../ui/PanelFailure';
import { Bands, type Pointer } from './Bands';
import { positionWord } from './head-words';
import type { Protection } from './protection-list';
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

const loadHighest = () => import('./HighestVoltage').then(module => module.HighestVoltage);
const loadDay = () => import('../../devices/DeviceTrend').then(module => module.DeviceTrend);

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
  const { protection, settings, trips, zone, isStale } = props;
  const units = perUnit(protection, settings?.nominalV ?? 0);
  const panel = (className: string) => (isStale ? `${className} stale` : className);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language
  const dayLines = useMemo(() => trendLinesOf(protection.id), [protection.id, language]);
  return (
    <>
      <BandPanels {...props} units={units} />
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
      <section className={panel('c4')}>
        <div className="ph">
          <h2>{t('protection.line')}</h2>
        </div>
        <SingleLine {...{ protection, units, isStale }} />
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

const stops = [
  ['mainBreaker', 'DG', 86],
  ['interfaceDevice', 'DDI', 180],
  ['generatorDevice', 'DDG', 274],
] as const;
/** Below this share of the nominal voltage the grid counts as absent. */
const aliveFrom = 0.2;

interface SingleLineProps {
  readonly protection: Protection;
  /** Line voltages in per unit. */
  readonly units: readonly (number | null)[];
  readonly isStale: boolean;
}

/** From the grid to the generators: the three switches, the relay above the one that it controls, and how far voltage is present. */
function SingleLine({ protection, units, isStale }: SingleLineProps) {
  const known = units.filter(unit => unit !== null);
  const isAlive = known.length > 0 && Math.min(...known) > aliveFrom;
  const switches = stops.map(([key, name, x]) => {
    const reported = protection[key];
    const position = reported === 'open' || reported === 'closed' ? reported : ('unknown' as const);
    return { name, position, word: positionWord(reported), x };
  });
  return (
    <OneLine width={360} height={112} y={62} gridX={24} fieldX={336} {...{ switches, isAlive, isStale }}>
      <path className="w nc" d="M180-14V-32" />
      <RelaySign x={180} y={-45} halfWidth={22} />
      <text x="8" y="30">
        {t('protection.grid')}
      </text>
    </OneLine>
  );
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
      <tbody>
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
