import { useEffect, useRef } from 'react';
import { isLowTraffic } from '../../data/traffic';
import { fetchScreen } from '../loaders';
import type { RoutePath } from '../routes';

/** Who passes over an entry on the way to another does not want its screen. */
const dwellMs = 120;

/**
 * Handlers of a link to a screen: its code and words are fetched while somebody makes for it, with mouse, keyboard or finger. In low-traffic
 * mode only a press counts.
 */
export function useForesight(path: RoutePath) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fetchNow = () => void fetchScreen(path).catch(() => undefined);
  const leave = () => clearTimeout(timer.current);
  const approach = () => {
    leave();
    if (!isLowTraffic()) timer.current = setTimeout(fetchNow, dwellMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerEnter: approach,
    onPointerLeave: leave,
    onFocus: approach,
    onBlur: leave,
    onPointerDown: fetchNow,
  };
}
