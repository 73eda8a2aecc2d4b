import { type RefObject, useLayoutEffect, useState } from 'react';

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Used where elements have no size, as in tests without a layout. */
const anySize: Size = { width: 640, height: 200 };

/** The size of an element, updated when it changes; null until it is mounted. */
export function useSize(place: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const now = width > 0 && height > 0 ? { width, height } : anySize;
      setSize(before => (before?.width === now.width && before.height === now.height ? before : now));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [place]);
  return size;
}
