/** What was planned for a time and what was measured in it. Energies in kWh, irradiation in kWh/m². */
export interface Planned {
  readonly energy: number;
  readonly irradiation: number;
  readonly measured: number;
  /** Share of the planned energy that falls in the time in which irradiation was measured, 0 to 1. */
  readonly share: number;
}

/**
 * The energy that the plan would have given with the measured irradiation, kWh (IEC 61724-1: yields in proportion to irradiation):
 * E = Eplan Hmeas / Hplan + Eplan (1 - share). The time without measurement keeps its planned energy. Null without a planned irradiation.
 */
export function correctedEnergy({ energy, irradiation, measured, share }: Planned): number | null {
  if (irradiation <= 0) return null;
  return energy * (measured / irradiation + 1 - Math.min(1, Math.max(0, share)));
}
