import './signals.css';
import { dayAfter } from '../../../contract/zone';
import { dayOf, startOfDayS } from '../../data/days';
import { DeviceSign } from '../../device-screens/DeviceSign';
import type { CellProps } from '../../device-screens/descriptor';
import { type Device, numberOf } from '../../device-screens/device-list';
import { formatDuration, missing } from '../../i18n/format';
import { isAbnormal, isOn, restS, stateWord } from './signal';

export function StateCell({ device, view }: CellProps<Device>) {
  return (
    <>
      <DeviceSign mark={view.markOf(device)} />{' '}
      {isAbnormal(device) ? <b>{stateWord(device)}</b> : stateWord(device)}
    </>
  );
}

export function RestCell({ device }: CellProps<Device>) {
  const seconds = restS(device);
  return seconds === null ? missing : formatDuration(seconds);
}

/** The day from midnight to midnight: filled while the input was on, dashed while its state is not known. */
export function StripCell({ device, view: { zone } }: CellProps<Device>) {
  const nowS = device.sampledS;
  const day = dayOf(nowS * 1000, zone);
  const [fromS, toS] = [startOfDayS(day, zone) ?? nowS, startOfDayS(dayAfter(day, 1), zone) ?? nowS + 1];
  const at = (epochS: number) => Math.round((1000 * (epochS - fromS)) / (toS - fromS)) / 10;
  const on = isOn(device);
  const facts = {
    isOn: on ?? false,
    changedS: numberOf(device, 'cambio') ?? 0,
    changes: numberOf(device, 'oggi') ?? 0,
  };
  const stretches = on === null ? [] : stretchesOf(facts, fromS, nowS);
  const drawn = (kind: 'on' | 'unknown') => stretches.filter(stretch => stretch.kind === kind);
  return (
    <svg className="dstrip" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path className="base" d="M0 9.5H100" />
      <path
        className="on"
        d={drawn('on')
          .map(stretch => `M${at(stretch.fromS)} 1H${at(stretch.toS)}V9.5H${at(stretch.fromS)}z`)
          .join('')}
      />
      <path
        className="unknown"
        d={drawn('unknown')
          .map(stretch => `M${at(stretch.fromS)} 5H${at(stretch.toS)}`)
          .join('')}
      />
      <path className="now" d={`M${at(nowS)} 0V10`} />
    </svg>
  );
}

/** A part of the day, in epoch seconds, in which an input was on or its state is not known. */
export interface Stretch {
  readonly kind: 'on' | 'unknown';
  readonly fromS: number;
  readonly toS: number;
}

interface Facts {
  readonly isOn: boolean;
  readonly changedS: number;
  /** Number of changes today. */
  readonly changes: number;
}

/**
 * The state of an input from `fromS` to `nowS`, derived from its last change and the number of changes today. With at most one change it
 * is fully known; with more, the time before the last change is not known.
 */
export function stretchesOf(
  { isOn, changedS, changes }: Facts,
  fromS: number,
  nowS: number,
): readonly Stretch[] {
  const on = (from: number, to: number): readonly Stretch[] => [{ kind: 'on', fromS: from, toS: to }];
  const turnS = Math.min(nowS, Math.max(fromS, changedS));
  if (changes === 0 || turnS === fromS) return isOn ? on(fromS, nowS) : [];
  const after = isOn ? on(turnS, nowS) : [];
  if (changes === 1) return isOn ? after : on(fromS, turnS);
  return [{ kind: 'unknown', fromS, toS: turnS }, ...after];
}
