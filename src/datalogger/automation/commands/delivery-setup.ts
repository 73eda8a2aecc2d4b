import type { BusCommands } from '../../../contract/bus-commands';
import type { DeliverySetup } from '../../plant/source';
import type { ReactiveLaw } from '../control/reactive-law';

/** What the regulation at the point of delivery is set to; nothing while it is off. */
export function deliveryOf(
  settings: BusCommands,
  agreedKw: number | null,
): { readonly delivery?: DeliverySetup } {
  if (!settings.consegna) return {};
  const { immissione, rampa_su, rampa_giu, banda, margine } = settings;
  return {
    delivery: {
      baseKw: agreedKw,
      exportLimitKw: immissione,
      bandPercent: banda,
      marginPercent: margine,
      ramp: { upPercent: rampa_su, downPercent: rampa_giu },
      law: lawOf(settings),
    },
  };
}

function lawOf({ reattiva, cosphi, curva_qv, curva_cosphi, ...rest }: BusCommands): ReactiveLaw | null {
  if (reattiva === 'cosphi_fisso') return { kind: 'factor', value: cosphi };
  if (reattiva === 'cosphi_p') return { kind: 'power', curve: curva_cosphi };
  if (reattiva === 'nessuna') return null;
  const { lock_in, lock_out, banda_morta } = rest;
  return {
    kind: 'voltage',
    curve: curva_qv,
    lockIn: 100 * lock_in,
    lockOut: 100 * lock_out,
    bandPercent: banda_morta,
  };
}
