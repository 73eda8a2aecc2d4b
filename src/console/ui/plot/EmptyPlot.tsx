/** The place of a chart that has no values yet: same size, same ground. */
export function EmptyPlot({ summary }: { readonly summary: string }) {
  return <div className="plot" role="img" aria-label={summary} />;
}
