import type { AnyScreen } from '../../configuration/descriptor';
import type { BoxCapabilities } from '../../data/capabilities';
import { deviceFacts } from '../../data/facts';
import { useResource } from '../../data/use-resource';
import type { FieldFacts } from '../../form/facts';

/** Where the settings of this box are that its datalogger cannot change: words in `system.onBox`. */
export type OnBox = 'network' | 'dns' | 'vlan' | 'hostname' | 'ntp' | 'shutdown';

/** What the box can do, null where the datalogger does not say it. Not known before its first answer: no field may appear and vanish. */
export function useBox(): { readonly can: BoxCapabilities | null; readonly isKnown: boolean } {
  const { value, error } = useResource(deviceFacts);
  return { can: value?.capabilities ?? null, isKnown: value !== undefined || error !== null };
}

const never = () => false;

/** The fields of the panels that need something of the box, by the name of what they need. */
const needs: readonly {
  readonly what: OnBox;
  readonly change: AnyScreen['source']['change'];
  readonly fields: readonly string[];
  readonly isPossible: (can: BoxCapabilities) => boolean;
}[] = [
  {
    what: 'network',
    change: 'PATCH impianto/:id/network',
    fields: ['modalita', 'ip', 'maschera', 'gateway', 'dns', 'hostname', 'vlan'],
    isPossible: ({ rete }) => rete,
  },
  ...(['dns', 'vlan', 'hostname'] as const).map(what => ({
    what,
    change: 'PATCH impianto/:id/network' as const,
    fields: [what],
    // One sentence for the whole network, not one more for each part of it.
    isPossible: (can: BoxCapabilities) => !can.rete || can[what === 'hostname' ? 'nome_host' : what],
  })),
  { what: 'ntp', change: 'PUT sistema', fields: ['ntp'], isPossible: ({ ntp }) => ntp },
  {
    what: 'shutdown',
    change: 'PATCH impianto/:id/ups',
    fields: [
      'spegnimento',
      'spegnimento_minuti',
      'spegnimento_autonomia',
      'spegnimento_carica',
      'riaccensione',
    ],
    isPossible: ({ spegnimento }) => spegnimento,
  },
];

/** Whether fields of a panel need something of the box. */
export const needsBox = ({ source }: AnyScreen): boolean =>
  needs.some(({ change }) => change === source.change);

const missingOf = ({ source }: AnyScreen, can: BoxCapabilities | null) =>
  needs.filter(({ change, isPossible }) => can && change === source.change && !isPossible(can));

/** What of a panel is set on the box itself. */
export const setOnBox = (screen: AnyScreen, can: BoxCapabilities | null): readonly OnBox[] =>
  missingOf(screen, can).map(({ what }) => what);

/** A panel with the fields that the box carries out; all of them where the datalogger does not say what that is. */
export function forBox(screen: AnyScreen, can: BoxCapabilities | null): AnyScreen {
  if (!can) return screen;
  const hidden = missingOf(screen, can).flatMap(({ fields }) => fields);
  const shown = { ...screen.shown, ...Object.fromEntries(hidden.map(field => [field, never])) };
  return { ...screen, shown, narrow: (path, facts) => narrowed(path, facts, can) };
}

/** The actions of schedules that need something of the box. */
export const boxActions: Readonly<Record<string, (can: BoxCapabilities) => boolean>> = {
  uscita_rele: ({ uscite }) => uscite > 0,
  riavvio: ({ riavvio, riavvio_router }) => riavvio || riavvio_router,
  sincronizzazione_ora: ({ sincronizzazione }) => sincronizzazione,
  test_ups: ({ prova_ups }) => prova_ups,
};

/** The values of a field that need something of the box; every other is always possible. */
const choices: Readonly<Record<string, (choice: string, can: BoxCapabilities) => boolean>> = {
  interfaccia: (choice, { ups }) => ups.some(kind => kind === choice),
  'azione.tipo': (choice, can) => boxActions[choice]?.(can) ?? true,
  'azione.bersaglio': (choice, can) => (choice === 'router' ? can.riavvio_router : can.riavvio),
};

function narrowed(path: string, facts: FieldFacts, can: BoxCapabilities): FieldFacts {
  const isPossible = choices[path];
  if (isPossible)
    return { ...facts, choices: facts.choices.filter(choice => isPossible(String(choice), can)) };
  return path === 'azione.uscita' ? { ...facts, max: can.uscite } : facts;
}
