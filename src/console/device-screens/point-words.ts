import { factsOf, type Group, type PointOf } from '../../contract/points';
import { formatQuantity } from '../i18n/format';

/** A value with the unit of its point, and its decimals unless the screen shows fewer. */
export function pointWords<G extends Group>(
  group: G,
  point: PointOf<G>,
  value: number | null,
  decimals?: number,
): string {
  const [unit, exact] = factsOf(group, point);
  return formatQuantity(value, decimals ?? exact, unit);
}
