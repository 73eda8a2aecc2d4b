import type { ReactNode } from 'react';
import type { Part } from '../i18n/words';
import { Lazy } from './Lazy';

const parts: readonly Part[] = ['alarms'];
const load = async () => Shown;

interface Props {
  /** Renders the content that needs the texts. */
  readonly children: () => ReactNode;
}

/** Renders content with alarm texts as soon as these are loaded. They are loaded only where an alarm is shown. */
export function WithAlarmTexts(props: Props) {
  return <Lazy load={load} parts={parts} props={props} />;
}

function Shown({ children }: Props) {
  return children();
}
