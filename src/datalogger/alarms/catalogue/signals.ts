import { inputKinds } from '../../../contract/codes';
import { alarmsOf, type Condition, isSilent, makerReport, type Settings, whenever } from '../entry';
import type { CycleFacts, Device } from '../facts';
import { oncePerCycle } from '../once';
import { type InputKind, isClosedContact } from './contacts';

const alarm = alarmsOf('di', 'di');
const minute = 60;

/** The alarms of digital inputs by what these are wired to. */
const byKind: readonly (readonly [code: string, settings: Settings, ...kinds: InputKind[]])[] = [
  ['EMG01', { priority: 1, on: 0 }, 'emergencyStop'],
  ['GRD03', { priority: 1, on: 0 }, 'mainTripped'],
  ['GRD04', { priority: 2, on: 5 }, 'generatorOpen'],
  ['TRF01', { priority: 2, on: 5 }, 'transformerWarm'],
  // What trips a transformer: winding temperature, oil level or Buchholz relay.
  ['TRF02', { priority: 1, on: 1 }, 'transformerHot', 'transformerOil'],
  ['STR05', { priority: 3, on: 2 }, 'surgeDc'],
  ['SPD01', { priority: 3, on: 2 }, 'surgeAc'],
  ['CAB01', { priority: 1, on: 1 }, 'smoke', 'intrusion', 'flood'],
  ['CAB02', { priority: 4, on: minute }, 'doorOpen'],
  ['CAB03', { priority: 3, on: minute }, 'localControl'],
];

/** What an input has to be wired to for an alarm, by the code of the alarm. */
export const wiredKinds: ReadonlyMap<string, readonly InputKind[]> = new Map(
  byKind.map(([code, , ...kinds]) => [code, kinds]),
);

const named = new Set(byKind.flatMap(([, , ...kinds]) => kinds));

/** The first enabled signal of each module, with the name of its module where that is configured. */
const firstOfModules = oncePerCycle(({ inputs }: CycleFacts) => {
  const names = new Map(inputs.configuration?.['moduli-io'].map(({ numero, nome }) => [numero, nome]));
  const seen = new Set<number>();
  const first = new Map<number, string>();
  for (const { id, nome, modulo, abilitato } of inputs.configuration?.['digital-signals'] ?? []) {
    if (!abilitato || seen.has(modulo)) continue;
    seen.add(modulo);
    first.set(id, names.get(modulo) ?? nome);
  }
  return first;
});

const nameOfModule = ({ facts, id, name }: Device<'di'>) => firstOfModules(facts).get(id ?? 0) ?? name;

/** The alarms of a module are judged once, on its first signal. */
const ofModule = (condition: Condition<'di'>): Condition<'di'> => ({
  ...condition,
  concerns: ({ facts, id }) => firstOfModules(facts).has(id ?? 0),
});

export const signalAlarms = [
  ...byKind.map(([code, settings, ...kinds]) => alarm(code, settings, isClosedContact(...kinds))),
  // Every other input that is to raise an alarm. Late, so that an alarm that says the same is there to hide it.
  alarm('DIN01', { priority: 3, on: 15 }, isClosedContact(...inputKinds.filter(kind => !named.has(kind)))),
  // Nobody hears an emergency stop or smoke through a module that does not answer.
  alarm('DIN02', { priority: 2, on: minute }, { ...ofModule(isSilent()), nameOf: nameOfModule }),
  alarm('DIN03', { priority: 3, on: 0 }, ofModule(makerReport(nameOfModule))),
  // Long enough for a module that shows what was written a moment later.
  alarm(
    'DIN04',
    { priority: 2, on: 10 },
    whenever(({ facts, id }) => facts.inputs.strayOutputs.includes(id ?? 0)),
  ),
];
