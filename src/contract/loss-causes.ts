/**
 * Why inverters made less than expected: no grid, a trip of the interface protection, force majeure (which only people state), a limit of
 * the grid operator or of the plant's own, maintenance that was agreed with the owner and does not count against anybody, maintenance that
 * was planned (the inverter was taken out of service in the configuration) or not (switched off by hand), a fault; less power than the
 * rated one, because an inverter is too hot or protects itself; what an inverter is seen to have missed after a time in which it did not
 * answer; a standstill without any alarm that explains it.
 */
export const lossCauses = [
  'rete',
  'interfaccia',
  'forza_maggiore',
  'limite_gestore',
  'limite_proprio',
  'concordata',
  'pianificata',
  'manutenzione',
  'guasto',
  'declassamento',
  'comunicazione',
  'ignota',
  // Only people state it: the log of washes is the notes with this cause, from each of which soiling starts again.
  'lavaggio',
] as const;
export type LossCause = (typeof lossCauses)[number];

/** For what nobody who runs the plant answers, where nothing else was agreed. */
export const usualExclusions = [
  'rete',
  'interfaccia',
  'forza_maggiore',
  'concordata',
] as const satisfies readonly LossCause[];

/**
 * What is lost while inverters run, which nobody states: by strings below the healthy ones of their plane, by an inverter below the others
 * that its strings do not explain, by dirt on all modules.
 */
export const fieldCauses = ['stringhe', 'sotto_mediana', 'sporcamento'] as const;
export type FieldCause = (typeof fieldCauses)[number];

/** Everything that costs energy. */
export const costCauses = [...lossCauses, ...fieldCauses] as const;
export type CostCause = (typeof costCauses)[number];
