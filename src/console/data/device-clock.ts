import { sessionStore } from '../browser/storage';

/*
 * The datalogger's clock, from the `Date` of its answers and a monotonic clock in between: the browser's own may be years
 * off, and a panel without a battery starts in 1970. Nothing in the console judges time by the browser's clock.
 */
const storageKey = 'app.clock';

let base: { readonly deviceMs: number; readonly monotonicMs: number } | null = null;

/** Takes the `Date` header of an answer that arrived now. Its resolution is one second. */
export function noteDeviceDate(header: string | null): void {
  const deviceMs = Date.parse(header ?? '');
  if (!Number.isFinite(deviceMs)) return;
  base = { deviceMs, monotonicMs: performance.now() };
  sessionStore.write(storageKey, String(deviceMs - Date.now()));
}

/** Milliseconds since the epoch by the datalogger's clock; the browser's until the first answer of this tab. */
export function deviceNowMs(): number {
  if (base) return base.deviceMs + performance.now() - base.monotonicMs;
  const offset = Number(sessionStore.read(storageKey));
  return Date.now() + (Number.isFinite(offset) ? offset : 0);
}

export function forgetDeviceClock(): void {
  sessionStore.remove(storageKey);
}
