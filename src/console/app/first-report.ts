import { dayOf } from '../data/days';
import { deviceFacts } from '../data/facts';
import { plantNowMs } from '../data/plant-clock';
import { peek } from '../data/poll-store';
import { askEarly } from '../data/transport';
import type { RoutePath } from './routes';

const paths: readonly RoutePath[] = ['/stats&reports', '/stats&reports/reports'];

/** Requests the report that a screen of reports shows first, this month, while its code is loading and where the date is known. */
export function askReport(path: RoutePath): void {
  const { value } = peek(deviceFacts);
  if (!value || location.search !== '' || !paths.includes(path)) return;
  const today = dayOf(plantNowMs(), value.zone);
  askEarly('GET report', { query: { tipo: 'mensile', d: today.slice(0, '2026-06'.length) } });
}
