/** Who asks for a limit, highest priority first. */
export const orderSources = ['protection', 'grid-operator', 'third-party', 'operator', 'schedule'] as const;
export type OrderSource = (typeof orderSources)[number];
/** Those that ask from outside, over a connection of their own. */
export const outsideSources = ['grid-operator', 'third-party'] as const;
export type OutsideSource = (typeof outsideSources)[number];

/** A limit in kW or in %, and when it ends by itself, ms of the monotonic clock; null for an order without end. */
export interface SourcedLimit {
  readonly limit: number;
  readonly endsMs: number | null;
}

/** A limit in %, and whose it is. */
export interface LimitOfSource {
  readonly percent: number;
  readonly source: OrderSource;
}

export type LimitsBySource = Readonly<Partial<Record<OrderSource, SourcedLimit>>>;

/**
 * The limit in force, and whose it is. A source of lower priority limits further, and never raises a limit of a higher one. Only the plant's
 * own operator replaces the schedules, upwards too.
 */
export function limitInForce(
  limits: LimitsBySource,
  nowMs: number,
): (SourcedLimit & { readonly source: OrderSource }) | null {
  const running = orderSources.flatMap(source => {
    const order = limits[source];
    return order && (order.endsMs === null || nowMs < order.endsMs) ? [{ ...order, source }] : [];
  });
  const hasOperator = running.some(({ source }) => source === 'operator');
  const counted = running.filter(({ source }) => source !== 'schedule' || !hasOperator);
  // Of two equal limits the one of the higher priority is named.
  return counted.reduce<(typeof counted)[number] | null>(
    (lowest, order) => (lowest === null || order.limit < lowest.limit ? order : lowest),
    null,
  );
}
