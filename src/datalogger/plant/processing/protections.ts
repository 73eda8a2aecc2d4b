import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import { adjustableOf, standardOf } from '../../../contract/config/protection-rules';
import { type FunctionKind, protectionStandards } from '../../../contract/protection-standards';
import type { ProtectionSettings } from '../../../contract/protections';
import type { Answer } from '../source';
import { daysUntil } from './dates';
import { type ConfiguredDevice, deviceOf } from './rows';

/** CEI 0-16: seconds that grid values must be within limits before a protection closes again; seconds over which it averages voltages. */
export const returnS = 300;
export const meanSeconds = 600;

/** The rows of the configured interface protections; `t` in seconds, for the days until their check. */
export function protectionDevices(
  configuration: Configuration,
  answers: ReadonlyMap<number, Answer>,
  t: number,
): ConfiguredDevice[] {
  return configuration['protezioni-interfaccia'].map(record => ({
    ...asAnswered(record, answers),
    facts: { verifica: daysUntil(record.prossima_verifica, t) },
  }));
}

/** What the datalogger is called where it is the controller itself. */
const ownName = 'Regolatore del datalogger';

/** The rows of the configured central controllers, or of the datalogger where it is the controller; `t` in seconds, for the days until their certificate expires. */
export function controllerDevices(
  { cci }: Configuration,
  answers: ReadonlyMap<number, Answer>,
  t: number,
): ConfiguredDevice[] {
  if (cci.length === 0)
    return [...answers.values()].map(answer => ({
      id: answer.record,
      name: ownName,
      service: 'active',
      answer,
      values: answer.values,
      facts: {},
    }));
  return cci.map(record => {
    const { pimm, qind, qcap, smax, scadenza_certificato, curva_qv } = record;
    const cert = daysUntil(scadenza_certificato, t);
    const facts = { pn: pimm, qmax: Math.max(qind, qcap), smax, cert, ...bendsOf(curva_qv) };
    return { ...asAnswered(record, answers), facts };
  });
}

/** A device whose values are shown as it answers them. */
function asAnswered(
  record: RecordOf<'protezioni-interfaccia' | 'cci'>,
  answers: ReadonlyMap<number, Answer>,
): Omit<ConfiguredDevice, 'facts'> {
  const device = deviceOf(record, answers);
  return { ...device, values: device.answer?.values ?? {} };
}

/** What a function judges by a standard; by CEI 0-16 where CEI 0-21 does not define the function. */
export function functionOf(norm: ProtectionSettings['norma'], code: string): FunctionKind | undefined {
  const isIt = (item: FunctionKind) => item.code === code;
  if (norm === 'EN 50549-2') return adjustableOf(code);
  return standardOf(norm).find(isIt) ?? protectionStandards.mediumVoltage.find(isIt);
}

/** The declared settings of a protection beside those that its standard asks for. */
export function declaredSettings(record: RecordOf<'protezioni-interfaccia'>): ProtectionSettings {
  const { id, nome, norma, un, funzioni } = record;
  return {
    id,
    nome,
    norma,
    un,
    rientro: returnS,
    soglie: funzioni.map(({ codice, abilitata, soglia, tempo }) => {
      const described = functionOf(norma, codice);
      const range = norma === 'EN 50549-2' ? adjustableOf(codice) : undefined;
      const standard = standardOf(norma).find(({ code }) => code === codice);
      return {
        codice,
        abilitata,
        restrittiva: described?.isRestrictive ?? false,
        media: described?.quantity === 'meanVoltage' ? meanSeconds : null,
        soglia,
        tempo,
        norma: standard ? { soglia: standard.threshold, tempo: standard.seconds } : null,
        ...(range && { campo: { soglia: [...range.thresholds], tempo: [...range.delays] } }),
      };
    }),
  };
}

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
