import { browserNowMs, nowMs } from './monotonic';

/*
 * The datalogger's clock, from the `Date` header of its answers; between two answers a monotonic clock counts. The browser's clock may be
 * years off: a panel PC without a battery starts in 1970. A proxy may replace the `Date`: this ends no session and discards no data.
 */
let base: { readonly deviceMs: number; readonly monotonicMs: number } | null = null;

/** Takes the `Date` header of an answer that arrived now. Its resolution is one second. */
export function noteDeviceDate(header: string | null): void {
  const deviceMs = Date.parse(header ?? '');
  if (Number.isFinite(deviceMs)) base = { deviceMs, monotonicMs: nowMs() };
}

/** Milliseconds since the epoch by the datalogger's clock; by the browser's clock until an answer has had a `Date`. */
export function deviceNowMs(): number {
  return base ? base.deviceMs + nowMs() - base.monotonicMs : browserNowMs();
}
