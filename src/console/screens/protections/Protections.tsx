import './protections.css';
import { markOf, useAlarmCounts } from '../../data/alarm-counts';
import { protectionCodes } from '../../data/live-codes';
import { ageS } from '../../data/plant-clock';
import { liveTable } from '../../data/table';
import { useNowMs } from '../../data/ticker';
import { useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { DeviceSign } from '../../device-screens/DeviceSign';
import { LiveHead } from '../../device-screens/LiveHead';
import { openDevice, useOpenDevice } from '../../device-screens/use-open-device';
import { t, useLanguage } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { headWords } from './head-words';
import { ProtectionFacts } from './ProtectionFacts';
import { type Protection, readProtectionList } from './protection-list';
import { protectionSettings, type Settings } from './settings';
import { useTrips } from './use-trips';

/** The devices of a protection give a sample every second. */
const everyMs = 2_000;

const protectionList = liveTable(protectionCodes, everyMs, readProtectionList);
const noSettings: readonly Settings[] = [];

/** The interface protections: switch, relay, thresholds and measurements. */
export function Screen() {
  useLanguage();
  const live = useLiveResource(protectionList);
  const settings = useResource(protectionSettings);
  const wishedId = useOpenDevice();
  useNowMs();
  const { snapshot, zone, isStill } = live;
  const { value: list, stamp } = snapshot;
  const protections = list?.protections ?? [];
  const shown = protections.find(({ id }) => String(id) === wishedId) ?? protections[0];
  const sinceS = stamp === null || isStill ? 0 : ageS(stamp.epochS);
  return (
    <div className="sheet">
      <LiveHead
        resource={protectionList}
        live={live}
        reading={t('protection.title.reading')}
        words={value => headWords(value.protections, settings.value ?? noSettings, sinceS)}
      />
      {protections.length > 1 && shown && <Choice protections={protections} shown={shown} />}
      {shown && list && (
        <ProtectionView
          key={shown.id}
          protection={shown}
          settings={settings.value?.find(({ id }) => id === shown.id)}
          hasNoSettings={settings.error !== null || settings.value !== undefined}
          {...{ zone, isStill, sinceS, t: list.t }}
        />
      )}
      {!list && <ProtectionFacts protection={undefined} trips={[]} zone={zone} isStale={false} sinceS={0} />}
    </div>
  );
}

interface ChoiceProps {
  readonly protections: readonly Protection[];
  readonly shown: Protection;
}

/** Selects one of several protections; each button shows name, most serious alarm and state. */
function Choice({ protections, shown }: ChoiceProps) {
  const { counts } = useAlarmCounts();
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a choice of views is no group of form fields */}
      <div className="seg choice" role="group" aria-label={t('protection.choice')}>
        {protections.map(({ id, name, state }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === shown.id}
            onClick={() => openDevice(String(id))}
          >
            <b>{name}</b> <DeviceSign mark={markOf(counts, 'spi', id)} /> {t(`protection.state.${state}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

interface Props {
  readonly protection: Protection;
  readonly settings: Settings | undefined;
  /** The settings could not be read. */
  readonly hasNoSettings: boolean;
  readonly zone: string;
  /** The values on the page are not updated. */
  readonly isStill: boolean;
  /** Time of the snapshot, epoch seconds. */
  readonly t: number;
  /** Seconds since the snapshot. */
  readonly sinceS: number;
}

// The drawings are loaded after the facts, in a chunk of their own, so that a slow line shows the text first.
const loadPanels = () => import('./Panels').then(module => module.Panels);

/** Everything about one interface protection. */
function ProtectionView({ isStill, sinceS, t, ...rest }: Props) {
  const { protection, zone } = rest;
  const trips = useTrips(protection.id);
  const isStale = isStill || protection.state === 'silent';
  return (
    <>
      <ProtectionFacts {...{ protection, zone, isStale, sinceS }} trips={trips.trips} mark={trips.openMark} />
      <Lazy
        load={loadPanels}
        props={{ ...rest, trips, isStale, sampledS: t - protection.ageS }}
        waiting={<section className="room" />}
      />
    </>
  );
}
