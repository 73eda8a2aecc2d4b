/** % below the median from which a kind begins: those of strings (domain brief, 3). */
export const lossLimits = { warning: 5, poor: 10, severe: 30 } as const;

/** By the % from the median. What is less than `from` below it is good. */
export function deviationKind(
  deviation: number,
  from: number = lossLimits.warning,
): 'good' | keyof typeof lossLimits {
  if (deviation >= -from) return 'good';
  if (deviation >= -lossLimits.poor) return 'warning';
  return deviation >= -lossLimits.severe ? 'poor' : 'severe';
}
