import { Frame } from './Frame';

/** The place of a chart that has no values yet: same size, same ground. */
export function EmptyPlot({ summary }: { readonly summary: string }) {
  return (
    <div className="plot" role="img" aria-label={summary}>
      <Frame size={{ width: 100, height: 100 }} x={[]} y={[]}>
        {null}
      </Frame>
    </div>
  );
}
