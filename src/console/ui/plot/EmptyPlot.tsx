/** Replaces a chart that has no values yet, with the same size and background. */
export function EmptyPlot({ summary }: { readonly summary: string }) {
  return <div className="plot" role="img" aria-label={summary} />;
}
