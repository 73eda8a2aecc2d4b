import type { AlarmCounts } from '../../data/alarm-counts';
import type { PlantFacts } from '../../data/facts';
import type { Live } from './live';

/** What every panel of the dashboard is drawn from. */
export interface View {
  /** The last snapshot; null before the first. */
  readonly live: Live | null;
  readonly facts: PlantFacts | undefined;
  /** Whose signs devices carry; undefined where they are not known. */
  readonly alarms: AlarmCounts | undefined;
  /** The plant's IANA zone. */
  readonly zone: string;
  /** The snapshot is not of now: the connection is lost, the datalogger refuses, or the plant is not sampled. */
  readonly isOld: boolean;
  /** "dati delle 13:36" */
  readonly ageWords: string;
}
