/** Loss below the median, in %, from which each class begins: the limits for strings (domain brief, 3). */
export const lossLimits = { warning: 5, poor: 10, severe: 30 } as const;

/** The class of a deviation from the median in %. A loss of less than `from` is good. */
export function deviationKind(
  deviation: number,
  from: number = lossLimits.warning,
): 'good' | keyof typeof lossLimits {
  if (deviation >= -from) return 'good';
  if (deviation >= -lossLimits.poor) return 'warning';
  return deviation >= -lossLimits.severe ? 'poor' : 'severe';
}
