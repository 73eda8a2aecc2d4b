import type { Ref } from 'react';
import { useAgeS } from '../../data/freshness';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { Spark } from '../../ui/Spark';
import { slotValue, type Today, todayOf } from '../today';
import type { DrawnDevice, Shown } from './drawn-device';

interface Props {
  readonly device: DrawnDevice;
  readonly view: Shown;
  /** The dialog, which is placed beside the device. */
  readonly box: Ref<HTMLDialogElement>;
  readonly onStep: (steps: 1 | -1) => void;
  readonly onClose: () => void;
}

/** A device of the drawing: its value, its day, and the way to its details. It stands beside the drawing and shuts out nothing. */
export function DeviceCard({ device, view, box, onStep, onClose }: Props) {
  const { name, value, silentSinceS } = device;
  const { isOld } = view;
  return (
    <dialog ref={box} open className="dcard" aria-label={name}>
      <div className="ph">
        <b>{name}</b>
        {([-1, 1] as const).map(steps => (
          <button
            key={steps}
            type="button"
            className={steps < 0 ? 'q keep back' : 'q keep'}
            aria-label={t(steps < 0 ? 'touched.previous' : 'touched.next')}
            onClick={() => onStep(steps)}
          >
            <Icon name="chev" />
          </button>
        ))}
        <button type="button" className="q keep" aria-label={t('shell.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <p className={isOld || silentSinceS !== null ? 'stale' : ''}>
        <b>{value}</b> <Notes device={device} view={view} />
      </p>
      {!view.past && <Day device={device} view={view} />}
      {device.href !== null && <a href={device.href}>{t('touched.open')}</a>}
    </dialog>
  );
}

function Notes({
  device: { notes, silentSinceS },
  view: { isOld, ageWords },
}: Pick<Props, 'device' | 'view'>) {
  const ageS = useAgeS(silentSinceS);
  const age = isOld ? ageWords : silentSinceS === null ? '' : t('common.ago', { time: formatDuration(ageS) });
  return <small>{[...notes, age].filter(note => note !== '').join(', ')}</small>;
}

/** Slots have 15 minutes. */
const everyMs = 300_000;

/** The curve of today, and its highest value; not in low-traffic mode. */
function Day({ device: { trend }, view: { zone } }: Pick<Props, 'device' | 'view'>) {
  const isLow = useLowTraffic();
  const { value: today, error } = useResource(trend && !isLow ? todayOf(trend.code, zone, everyMs) : null);
  if (!trend || isLow) return null;
  return (
    <>
      <div className="day">{today && <Spark {...today} valueIn={slotValue(today, trend.code)} />}</div>
      <p className="u">{today ? peakWords(today, trend, zone) : error ? t('deviceTrend.failed') : ''}</p>
    </>
  );
}

function peakWords(today: Today, { code, say }: NonNullable<DrawnDevice['trend']>, zone: string): string {
  const valueIn = slotValue(today, code);
  const known = today.slots.flatMap(slot => {
    const value = valueIn(slot);
    return value === null ? [] : { value, atS: slot.from };
  });
  if (known.length === 0) return t('deviceTrend.empty');
  const { value, atS } = known.reduce((top, each) => (each.value > top.value ? each : top));
  return t('deviceTrend.peak', {
    label: t('deviceTrend.today'),
    value: say(value),
    time: formatTime(atS, zone, 'minute'),
  });
}
