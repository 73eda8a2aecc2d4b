import { useEffect, useRef } from 'react';
import { isLowTraffic } from '../../data/traffic';
import { fetchScreen } from '../loaders';
import type { RoutePath } from '../routes';

/** A pointer that stays on a link for less than this is only passing over it. */
const dwellMs = 120;

/**
 * Handlers for a link to a screen: they fetch its code and words when mouse, keyboard focus or finger is on the link. In low-traffic mode
 * only a press does.
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
