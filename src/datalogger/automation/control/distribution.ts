/** An inverter that takes limits, as the distribution sees it. */
export interface Share {
  readonly id: number;
  readonly ratedKw: number;
  /** Power that it can give now at most, kW: its rated power where its limit holds it back. */
  readonly canKw: number;
}

/**
 * kW for each inverter, together at most `budgetKw`: in proportion to the rated powers, and what some cannot give goes to the others. What
 * nobody can give is shared by all, so that no inverter is held back without need.
 */
export function distributed(budgetKw: number, inverters: readonly Share[]): ReadonlyMap<number, number> {
  const given = new Map<number, number>();
  let open = inverters;
  let left = Math.max(0, budgetKw);
  for (;;) {
    const perKw = left / ratedOf(open);
    const short = open.filter(({ ratedKw, canKw }) => canKw < ratedKw * perKw);
    if (short.length === 0 || short.length === open.length) break;
    for (const { id, canKw } of short) given.set(id, canKw);
    left -= short.reduce((sum, { canKw }) => sum + canKw, 0);
    open = open.filter(each => !short.includes(each));
  }
  const perKw = left / ratedOf(open);
  for (const { id, ratedKw } of open) given.set(id, Math.min(ratedKw, ratedKw * perKw));
  return given;
}

export const ratedOf = (inverters: readonly Pick<Share, 'ratedKw'>[]): number =>
  inverters.reduce((sum, { ratedKw }) => sum + ratedKw, 0);
