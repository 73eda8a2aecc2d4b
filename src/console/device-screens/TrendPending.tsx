import type { Snapshot } from '../data/resource';
import { answeredAtS, useWaitedS } from '../data/waiting';
import { PanelFailure } from '../ui/PanelFailure';
import { waitingWords } from '../ui/panel-words';
import { EmptyPlot } from '../ui/plot/EmptyPlot';

interface Props {
  readonly snapshot: Snapshot<unknown>;
  readonly zone: string;
  /** What could not be read. */
  readonly failed: string;
  /** The text alternative of the empty chart. */
  readonly empty: string;
  readonly onRetry: () => void;
}

/** In place of a chart whose values are not there yet: how long they have been asked for, or why they could not be read. */
export function TrendPending({ snapshot, zone, failed, empty, onRetry }: Props) {
  const waiting = waitingWords(useWaitedS(snapshot));
  const { error } = snapshot;
  if (error) {
    const lastS = answeredAtS(snapshot);
    return <PanelFailure what={failed} cause={error.reason} {...{ lastS, zone, onRetry }} />;
  }
  return (
    <>
      <EmptyPlot summary={empty} />
      <p role="status">{waiting}</p>
    </>
  );
}
