import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';

/**
 * How far a table gives way where its box is too narrow for it: 0 not at all, 1 with less space between its columns, and with each further
 * step up to `last` without one more column. Where the last step is not enough either it is whole, and scrolls: never by a few pixels only.
 * `content`: whatever else changes its width at once, such as the words of its heads.
 */
export function useFit(
  last: number,
  content: string,
): readonly [table: RefObject<HTMLTableElement | null>, step: number] {
  const table = useRef<HTMLTableElement>(null);
  const [step, setStep] = useState(0);
  // The width that it needed at each step. What numbers needed once they may need again: so columns do not come and go with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of other content nothing is known
  const needed = useMemo<number[]>(() => [], [content]);
  useLayoutEffect(() => {
    const box = table.current?.parentElement;
    if (!table.current || !box) return;
    const measure = () => {
      const { scrollWidth, clientWidth } = box;
      if (scrollWidth > clientWidth) needed[step] = scrollWidth;
      let next = 0;
      while ((needed[next] ?? 0) > clientWidth) next += 1;
      setStep(next > last ? 0 : next);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    sizes.observe(table.current);
    return () => sizes.disconnect();
  });
  return [table, step];
}
