import type { ReactNode } from 'react';
import type { Part } from '../i18n/words';
import { Lazy } from './Lazy';

const parts: readonly Part[] = ['alarms'];
const load = async () => Shown;

interface Props {
  /** Draws what needs the texts. */
  readonly children: () => ReactNode;
}

/** What shows alarms, as soon as their texts are there: they come only where an alarm is shown. */
export function WithAlarmTexts(props: Props) {
  return <Lazy load={load} parts={parts} props={props} />;
}

function Shown({ children }: Props) {
  return children();
}
