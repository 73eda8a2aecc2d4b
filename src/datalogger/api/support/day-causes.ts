import type { AlarmGroup } from '../../../contract/alarms';
import type { Balance } from '../../../contract/balance';
import type { Costs } from '../../../contract/costs';
import { groupScreens } from '../../../contract/group-screens';
import type { Language } from '../../../contract/languages';
import type { CostCause } from '../../../contract/loss-causes';
import type { Occurrence } from '../../alarms/model';
import { rounded } from '../../analytics/key-figures/indices';
import { wordOf } from '../../integrations/mail/words';

export type Cause = Balance['cause'][number];
type Unsaid = Omit<Cause, 'nota' | 'dove'>;
type Place = Pick<Cause, 'allarme' | 'gruppo' | 'dispositivo'>;

/** An alarm that is there, and what it cost so far (kWh); null where it explains no loss. */
export interface Costly {
  readonly occurrence: Occurrence;
  readonly kwh: number | null;
}

interface Words {
  readonly language: Language;
  /** "172 kWh, 17,92 €" */
  readonly amount: (cost: Pick<Cause, 'persa' | 'valore'>) => string;
}

/** Causes that are named singly; the others are added up. */
const mostNamed = 5;
/** A cause of more devices than these is named once, with their number. */
const mostDevices = 2;
/** kWh that nobody looks for. */
const leastKwh = 0.05;

/** Where a cause is seen that is not one of single inverters. */
const groupOf: Partial<Record<CostCause, Cause['gruppo']>> = {
  limite_gestore: 'cci',
  interfaccia: 'spi',
  rete: 'rete',
  stringhe: 'stringhe',
};

export const nowhere: Place = { allarme: null, gruppo: null, dispositivo: null };

/** What each device lost by each cause, the most first. */
export function lossesOf({ dispositivi }: Costs) {
  return dispositivi
    .flatMap(({ id, nome, cause }) => cause.map(each => ({ ...each, id, nome })))
    .filter(({ persa }) => persa >= leastKwh)
    .sort((a, b) => b.persa - a.persa);
}

/** The address of the screen where something can be done. */
export function screenOf({ allarme, gruppo, dispositivo }: Place): string {
  if (allarme !== null) return `/allarmi?aperto=${allarme}`;
  // The others are in the key figures of the day.
  const screens: Partial<Record<AlarmGroup, string>> = groupScreens;
  const screen = (gruppo && screens[gruppo]) ?? '/stats&reports';
  return dispositivo === null ? screen : `${screen}?dispositivo=${dispositivo}`;
}

/** Why energy is missing: as the report of the day has it, what cost most first. */
export function causesOf(costs: Costs, alarms: readonly Costly[], { language, amount }: Words): Cause[] {
  const losses = lossesOf(costs);
  const rows = costs.cause.flatMap(({ causa, persa, valore }): Unsaid[] => {
    const own = losses.filter(loss => loss.causa === causa);
    const word = wordOf(language, `reports.lossCause.${causa}`);
    if (own.length <= mostDevices)
      return own.map(({ id, nome, persa, valore }) => ({
        testo: id === null ? word : `${word}, ${nome}`,
        persa,
        valore,
        ...placeOf(causa, id, alarms),
      }));
    const testo = wordOf(language, 'dayBalance.devices', { cause: word, count: own.length });
    return [{ testo, persa, valore, ...placeOf(causa, null, alarms) }];
  });
  rows.sort((a, b) => b.persa - a.persa);
  const named = rows.slice(0, rows.length > mostNamed + 1 ? mostNamed : rows.length);
  const rest = sumOf(costs, named);
  const others = { testo: wordOf(language, 'dayBalance.others'), ...rest, ...nowhere };
  return (rest.persa < leastKwh ? named : [...named, others]).map(row => ({
    ...row,
    nota: amount(row),
    dove: screenOf(row),
  }));
}

function sumOf({ persa, valore }: Costs, named: readonly Unsaid[]): Pick<Cause, 'persa' | 'valore'> {
  const euros = named.reduce((sum, each) => sum + (each.valore ?? 0), 0);
  return {
    persa: rounded(persa - named.reduce((sum, each) => sum + each.persa, 0), 6) ?? 0,
    valore: rounded(valore === null ? null : valore - euros, 5),
  };
}

/** The alarm that explains a loss, or the device that has it. */
function placeOf(cause: CostCause, device: number | null, alarms: readonly Costly[]): Place {
  const gruppo = groupOf[cause] ?? (device === null ? null : 'inverter');
  const isOwn = ({ occurrence: { subject }, kwh }: Costly) =>
    (kwh ?? 0) > 0 && subject.group === gruppo && (gruppo !== 'inverter' || subject.device === device);
  const own = alarms.find(isOwn);
  return {
    allarme: own?.occurrence.id ?? null,
    gruppo,
    dispositivo: gruppo === 'inverter' ? device : null,
  };
}
