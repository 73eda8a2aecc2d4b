import type { AlarmCounts } from '../../data/alarm-counts';
import type { PlantFacts } from '../../data/facts';
import type { Past } from '../../data/past';
import type { Live } from './live';

/** The data from which every panel of the dashboard is drawn. */
export interface View {
  /** The last snapshot; null before the first. */
  readonly live: Live | null;
  readonly facts: PlantFacts | undefined;
  /** The alarms whose signs the devices show; undefined if they are not known. */
  readonly alarms: AlarmCounts | undefined;
  /** The plant's IANA zone. */
  readonly zone: string;
  /** The snapshot is not up to date: the connection is lost, the datalogger refuses, or the plant is not sampled. */
  readonly isOld: boolean;
  /** The moment of the past that it is of; null for the present. A past snapshot counts as one that is not up to date. */
  readonly past: Past | null;
  /** "dati delle 13:36" */
  readonly ageWords: string;
}
