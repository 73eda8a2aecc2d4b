import { useMemo } from 'react';
import type { ProtectionFunctionCode } from '../../../contract/codes';
import { markOfCode } from '../../data/alarm-of-code';
import type { Alarm } from '../../data/alarm-rows';
import { alarmList } from '../../data/alarms';
import { refresh } from '../../data/poll';
import { useResource } from '../../data/use-resource';
import { t } from '../../i18n/translate';
import { isMaximum, quantityOf } from './settings';

/** The causes of an opening, by the code of the alarm. */
const causes = {
  SPI01: 'undervoltage',
  SPI02: 'overvoltage',
  SPI03: 'frequency',
  SPI04: 'residual',
  SPI05: 'open',
  SPI06: 'remoteTrip',
  SPI07: 'stuck',
} as const;
type Cause = keyof typeof causes;

const noAlarms: readonly Alarm[] = [];

const isCause = (code: string): code is Cause => Object.hasOwn(causes, code);
export const causeWord = (code: string) => (isCause(code) ? t(`protection.cause.${causes[code]}`) : code);

/** The last opening by a function, according to the alarms. Functions of one kind, such as 27.S1 and 27.S2, share one alarm. */
export function lastTripBy(code: ProtectionFunctionCode, trips: readonly Alarm[]): Alarm | undefined {
  const voltage = isMaximum(code) ? 'SPI02' : 'SPI01';
  // Voltage unlocking trips nothing.
  if (code === '59V0' || code === '59Vi' || code === '27Vd') return undefined;
  const quantity = quantityOf(code);
  const cause = quantity === 'frequency' ? 'SPI03' : quantity === 'residual' ? 'SPI04' : voltage;
  return trips.find(trip => trip.code === cause);
}

/** The openings of one protection, newest first, and the alarm sign of a switch that is still open. */
export function useTrips(id: number) {
  const resource = useMemo(() => alarmList({ stato: 'storico', tipo: 'spi', dispositivo: String(id) }), [id]);
  const snapshot = useResource(resource);
  const alarms = snapshot.value?.alarms ?? noAlarms;
  const trips = useMemo(() => tripsOf(alarms), [alarms]);
  return { snapshot, trips, openMark: markOfCode(alarms, 'SPI05'), retry: () => refresh(resource) };
}

/** The openings of a protection among its alarms, each event once, newest first. */
export function tripsOf(alarms: readonly Alarm[]): readonly Alarm[] {
  const own = alarms.filter(({ code }) => isCause(code));
  const functions = own.filter(({ code }) => code !== 'SPI05');
  // An opening (SPI05) is left out where the alarm that caused it, or another one of the same cause, is in the list.
  const explained = new Set(functions.flatMap(({ id, causeId }) => [id, causeId]));
  const isTold = ({ code, causeId }: Alarm) => code === 'SPI05' && causeId !== null && explained.has(causeId);
  return own.filter(alarm => !isTold(alarm)).sort((a, b) => b.beginS - a.beginS);
}
