import type { RecordOf } from '../../contract/config/kinds';
import { standardOf } from '../../contract/config/protection-rules';
import { type ProtectionFunction, protectionStandards } from '../../contract/protection-standards';
import type { ProtectionSettings } from '../../contract/protections';
import type { ControllerReading, ProtectionReading } from './plant-rows';
import { meanSeconds, type ProtectionNorm, returnS } from './protection';
import { daysUntil, type Setup } from './setup';

export const protectionPlaces = (setup: Setup, readings: readonly ProtectionReading[], t: number) =>
  setup.places(
    'protezioni-interfaccia',
    readings,
    (_, reading) => reading,
    ({ prossima_verifica }) => ({ verifica: daysUntil(prossima_verifica, t) }),
  );

export const controllerPlaces = (setup: Setup, readings: readonly ControllerReading[], t: number) =>
  setup.places(
    'cci',
    readings,
    (_, reading) => reading,
    ({ pimm, qind, qcap, smax, scadenza_certificato }) => ({
      pn: pimm,
      qmax: Math.max(qind, qcap),
      smax,
      cert: daysUntil(scadenza_certificato, t),
    }),
  );

/** How a configured protection works: the functions that are enabled, as its standard describes them. */
export function functionsOf({ norma, funzioni }: RecordOf<'protezioni-interfaccia'>): ProtectionFunction[] {
  return funzioni.flatMap(({ codice, abilitata, soglia, tempo }) => {
    const described = descriptionOf(norma, codice);
    return abilitata && described ? [{ ...described, threshold: soglia, seconds: tempo }] : [];
  });
}

/** A function as its standard has it; those of the other standard where it has none. */
function descriptionOf(norm: ProtectionSettings['norma'], code: string): ProtectionFunction | undefined {
  const isIt = (item: ProtectionFunction) => item.code === code;
  return standardOf(norm).find(isIt) ?? protectionStandards.mediumVoltage.find(isIt);
}

export const normOf = ({ norma }: RecordOf<'protezioni-interfaccia'>): ProtectionNorm =>
  norma === 'CEI 0-21' ? 'lowVoltage' : 'mediumVoltage';

/** What a protection is declared to be set to, beside what its standard asks. */
export function declaredSettings(record: RecordOf<'protezioni-interfaccia'>): ProtectionSettings {
  const { id, nome, norma, un, funzioni } = record;
  return {
    id,
    nome,
    norma,
    un,
    rientro: returnS,
    soglie: funzioni.map(({ codice, abilitata, soglia, tempo }) => {
      const described = descriptionOf(norma, codice);
      const standard = standardOf(norma).find(({ code }) => code === codice);
      return {
        codice,
        abilitata,
        restrittiva: described?.isRestrictive ?? false,
        media: described?.quantity === 'meanVoltage' ? meanSeconds : null,
        soglia,
        tempo,
        norma: standard ? { soglia: standard.threshold, tempo: standard.seconds } : null,
      };
    }),
  };
}

/** Reactive power that the Q(V) of a controller asks at a voltage (per unit), as a share of `ratedKw`; capacitive positive. */
export function reactiveCurve(record: RecordOf<'cci'>, ratedKw: number): (voltage: number) => number {
  return voltage => {
    const percent = interpolated(record.curva_qv, voltage);
    return ((percent / 100) * (percent > 0 ? record.qcap : record.qind)) / ratedKw;
  };
}

/** Along the straight lines between the points; beyond the ends as at the ends. */
function interpolated(curve: RecordOf<'cci'>['curva_qv'], x: number): number {
  const next = curve.findIndex(point => point.x >= x);
  const high = curve[next];
  const low = curve[next - 1];
  if (!high) return curve.at(-1)?.y ?? 0;
  if (!low) return high.y;
  return low.y + ((high.y - low.y) * (x - low.x)) / (high.x - low.x);
}
