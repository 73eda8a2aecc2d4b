import type { RecordOf } from '../../contract/config/kinds';

type Curve = RecordOf<'cci'>['curva_qv'];

/**
 * The voltages (per unit) at which a Q(V) curve ends to be fully capacitive, comes to 0, leaves 0 and begins to be fully inductive. All are
 * null for a curve of another shape, which four voltages do not describe. The points of a curve rise in voltage and never in power.
 */
export function bendsOf(curve: Curve): Record<'qv1' | 'qv2' | 'qv3' | 'qv4', number | null> {
  const isBetween = curve.some(({ y }) => y !== 100 && y !== 0 && y !== -100);
  const voltagesAt = (y: number) => curve.filter(point => point.y === y).map(({ x }) => x);
  const [full = [], none = [], inductive = []] = [100, 0, -100].map(voltagesAt);
  const bends = {
    qv1: full.at(-1) ?? null,
    qv2: none[0] ?? null,
    qv3: none.at(-1) ?? null,
    qv4: inductive[0] ?? null,
  };
  const isKnown = !isBetween && Object.values(bends).every(voltage => voltage !== null);
  return isKnown ? bends : { qv1: null, qv2: null, qv3: null, qv4: null };
}
