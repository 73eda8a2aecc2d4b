import { namesOf, sentences, silenceWords } from '../../device-screens/head-words';
import { formatDifference, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { HeadWords } from '../../ui/panel-words';
import {
  held,
  isInPosition,
  isOff,
  stows,
  type Tracker,
  type TrackerList,
  type TrackerMode,
} from './tracker-list';
import { angleWords } from './words';

/** At most this many names are listed; the others are counted. */
const namedAtMost = 2;

/** The state of the trackers, those with a problem, and the wind compared with its limit. */
export function headWords({ devices, wind, stowAt }: TrackerList): HeadWords {
  if (devices.length === 0) return { title: t('trackers.title.none'), text: t('trackers.title.noneHint') };
  return {
    title: titleWords(devices),
    text: sentences(offWords(devices), heldWords(devices), silenceWords(devices), windWords(wind, stowAt)),
  };
}

function titleWords(trackers: readonly Tracker[]): string {
  const total = trackers.length;
  const responding = trackers.filter(({ isSilent }) => !isSilent);
  if (responding.length === 0) return t('panel.unknown');
  const inMode = (...modes: readonly TrackerMode[]) =>
    responding.filter(({ mode }) => modes.includes(mode)).length;
  const stowed = inMode(...stows);
  const inPosition = trackers.filter(isInPosition).length;
  if (stowed > 0 && stowed + inMode('fault') === responding.length) {
    return t('trackers.title.stowed', { count: stowed, total });
  }
  if (inMode(...held) + inMode('fault') === responding.length) return heldTitle(trackers);
  if (inPosition < total) return t('trackers.title.some', { count: inPosition, total });
  return inMode('night') === total
    ? t('trackers.title.night', { count: total })
    : t('trackers.title.all', { count: total });
}

const heldTitle = (trackers: readonly Tracker[]) =>
  t('trackers.title.held', {
    count: trackers.filter(({ mode }) => held.includes(mode)).length,
    total: trackers.length,
  });

/** Trackers held by a command, unless the title says it of all. */
function heldWords(trackers: readonly Tracker[]): string {
  const isHeld = ({ mode }: Tracker) => held.includes(mode);
  const words = heldTitle(trackers);
  return trackers.some(isHeld) && titleWords(trackers) !== words ? `${words}.` : '';
}

function offWords(trackers: readonly Tracker[]): string {
  const off = trackers.filter(isOff);
  const [first] = off;
  if (!first) return '';
  if (off.length > namedAtMost) return t('trackers.text.manyOff', { count: off.length });
  if (off.length > 1) return t('trackers.text.off', { names: namesOf(off) });
  const values = {
    name: first.name,
    angle: angleWords(first.angle),
    error: `${formatDifference(first.error, 1)}°`,
  };
  return t(first.kind === 'fault' ? 'trackers.text.oneStuck' : 'trackers.text.oneOff', values);
}

function windWords(wind: number | null, stowAt: number | null): string {
  if (wind === null || stowAt === null) return '';
  return t('trackers.text.wind', {
    value: formatQuantity(wind, 1, 'm/s'),
    limit: formatQuantity(stowAt, 0, 'm/s'),
  });
}
