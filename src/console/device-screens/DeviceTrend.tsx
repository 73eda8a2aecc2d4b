import { refresh } from '../data/poll';
import { t } from '../i18n/translate';
import type { TrendLine } from './descriptor';
import { TrendDrawing } from './TrendDrawing';
import { TrendPending } from './TrendPending';
import { trendTitle, useTrend } from './trend-time';

interface Props {
  readonly trendLines: readonly TrendLine[];
  readonly zone: string;
}

const everyMs = 60_000;

/** Values of the device as a chart: of today, or of the day or the week that is chosen. `title` of those of today. */
export function DeviceTrend({
  trendLines,
  zone,
  title: ofToday = t('deviceTrend.today'),
}: Props & { readonly title?: string }) {
  const { asked, snapshot, time, choice } = useTrend(
    trendLines.map(({ code }) => code),
    zone,
    everyMs,
  );
  const title = time ? trendTitle(time) : ofToday;
  const { value } = snapshot;
  const heading = <h3>{title}</h3>;
  // The choice stays in place while other values are read, so that the focus does.
  return (
    <section aria-label={title}>
      {value ? (
        <TrendDrawing today={value} trendLines={trendLines} zone={zone} heading={heading} time={time} />
      ) : (
        <>
          {heading}
          <TrendPending
            {...{ snapshot, zone }}
            failed={t('deviceTrend.failed')}
            empty={t('deviceTrend.empty')}
            onRetry={() => refresh(asked)}
          />
        </>
      )}
      {choice}
    </section>
  );
}
