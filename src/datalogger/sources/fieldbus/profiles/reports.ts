import * as v from 'valibot';
import { Priority } from '../../../../contract/alarms';
import { protectionFunctionCodes } from '../../../../contract/codes';

/** A text of a file. */
export const Line = v.pipe(v.string(), v.minLength(1), v.maxLength(300));

/** What an inverter reports, by the bit of SunSpec `Evt1` that our alarms go by. */
export const events = {
  groundFault: 0,
  dcOverVoltage: 1,
  acDisconnect: 2,
  dcDisconnect: 3,
  gridDisconnect: 4,
  cabinetOpen: 5,
  manualShutdown: 6,
  overTemperature: 7,
  overFrequency: 8,
  underFrequency: 9,
  acOverVoltage: 10,
  acUnderVoltage: 11,
  fuse: 12,
  underTemperature: 13,
  hardwareFault: 15,
} as const;
const eventNames = Object.keys(events) as (keyof typeof events)[];

/** What a bit or a code reports: the maker's words, and the event of our catalogue where it is one. */
export const Report = v.strictObject({
  text: Line,
  event: v.exactOptional(v.picklist(eventNames)),
  /** Of an interface protection: the function that has started, or that has opened the switch. */
  starts: v.exactOptional(v.picklist(protectionFunctionCodes)),
  trips: v.exactOptional(v.picklist(protectionFunctionCodes)),
  /** 1 critical to 5 event; left out, that of the alarm rule. */
  priority: v.exactOptional(Priority),
});
export type Report = v.InferOutput<typeof Report>;

interface WithReports {
  readonly kind: string;
  readonly alarms: readonly { readonly reports: Readonly<Record<string, Report>> }[];
}

/** What a report stands for in our catalogue: events of inverters, functions of interface protections. */
export function faultsOfReports({
  kind,
  alarms,
}: WithReports): { path: (string | number)[]; reason: string }[] {
  return alarms.flatMap(({ reports }, index) =>
    Object.entries(reports).flatMap(([number, { event, starts, trips }]) => {
      const path = ['alarms', index, 'reports', number];
      const isFunction = starts !== undefined || trips !== undefined;
      return [
        ...(event && kind !== 'inverters' ? [{ path, reason: 'only inverters have events' }] : []),
        ...(isFunction && kind !== 'protezioni-interfaccia'
          ? [{ path, reason: 'only interface protections start and trip' }]
          : []),
      ];
    }),
  );
}
