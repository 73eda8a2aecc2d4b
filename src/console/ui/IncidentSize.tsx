import { incidentSize } from './incident-words';

interface Props {
  /** Where the alarm is; empty where it has no place. */
  readonly place: string;
  readonly alarms: number;
  readonly devices: number;
}

/** Where an alarm is, and what follows from it: "INV 07, 3 conseguenze". */
export function IncidentSize({ place, ...size }: Props) {
  return [place, incidentSize(size)].filter(text => text !== '').join(', ');
}
