import { useMemo } from 'react';
import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { useResource } from '../../data/use-resource';
import { TrendPending } from '../../device-screens/TrendPending';
import { type Today, todayOf } from '../../device-screens/today';
import { formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Plot } from '../../ui/plot/Plot';
import { firstLimit, highestOf, highestPlot, lineCodes } from './highest-voltage';
import type { Settings } from './settings';

interface Props {
  /** Of the protection. */
  readonly id: number;
  readonly settings: Settings;
  readonly zone: string;
}

const everyMs = 60_000;

/** How near the highest of the three voltages came to tripping today. */
export function HighestVoltage({ id, settings, zone }: Props) {
  const resource = todayOf(lineCodes(id).join(), zone, everyMs, 5);
  const snapshot = useResource(resource);
  const { value } = snapshot;
  if (value) return <Drawn today={value} {...{ id, settings, zone }} />;
  return (
    <>
      <h2>{t('protection.highest.title')}</h2>
      <TrendPending
        {...{ snapshot, zone }}
        failed={t('deviceTrend.failed')}
        empty={t('deviceTrend.empty')}
        onRetry={() => refresh(resource)}
      />
    </>
  );
}

function Drawn({ id, settings, zone, today }: Props & { readonly today: Today }) {
  // Rounded to whole minutes, so that the chart is drawn again at most once a minute.
  const nowS = 60 * Math.floor(plantNowMs() / 60_000);
  const values = useMemo(() => highestOf(today, id, settings.nominalV), [today, id, settings]);
  const limit = firstLimit(settings.thresholds);
  const model = useMemo(
    () => highestPlot(today, values, limit, zone, nowS),
    [today, values, limit, zone, nowS],
  );
  return (
    <Plot
      model={model}
      heading={<h2>{t('protection.highest.title')}</h2>}
      summary={summaryOf(today, values, model.spans?.length ?? 0, zone)}
      fileName={`meridiana-spi-${id}-${dayOf(1000 * nowS, zone)}`}
    />
  );
}

/** The highest value with its time, and the number of gaps. */
function summaryOf({ slots }: Today, values: readonly (number | null)[], gaps: number, zone: string): string {
  const label = t('protection.highest.label');
  const best = Math.max(...values.flatMap(value => value ?? []));
  const slot = slots[values.indexOf(best)];
  if (!slot) return t('deviceTrend.nothing', { label });
  const time = formatTime(slot.from, zone, 'minute');
  const peak = t('deviceTrend.peak', { label, value: formatQuantity(best, 3, 'Vn'), time });
  return gaps > 0 ? `${peak} ${t('deviceTrend.gaps', { count: gaps })}` : peak;
}
