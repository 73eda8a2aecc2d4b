import { type AnyScreen, choicesIn, idOf } from '../../../configuration/descriptor';
import type { FieldChange } from '../../../data/audit';
import { textIn } from '../../../data/read';
import { type FieldFacts, factsAt } from '../../../form/facts';
import { isSame, type Values, withValueAt } from '../../../form/paths';
import { factsIn } from '../../../form/use-form';
import { labelOf, valueWords, type Worded } from '../../../form/words';
import { formatQuantity, formatTime, missing } from '../../../i18n/format';
import { t, textOf } from '../../../i18n/translate';
import type { Place } from './places';

/** A change in the words of the form that has the field. */
export interface Line {
  readonly label: string;
  readonly old: string;
  readonly next: string;
}

/** A change of one field, and with it those that were made together. */
export interface ShownChange {
  readonly object: string;
  readonly change: FieldChange;
  readonly together: readonly FieldChange[];
  readonly zone: string;
}

/** The lines for a change: one, or one for each cell where rows of a table were changed. */
export function linesOf(place: Place, shown: ShownChange): readonly Line[] {
  const { change, object } = shown;
  const form = formOf(place, shown);
  const facts = form?.factsOf(place.path);
  if (!form || !facts) return [otherLine(shown)];
  const label = labelOf(form, place.path);
  const ofPart = object.startsWith('impianto/') && place.screen?.source.change !== 'PUT impianto/:id';
  const whole = ofPart && place.screen ? `${t(place.screen.title)} · ${label}` : label;
  return cellsOf(form, whole, place.path, parsed(facts, change.old), parsed(facts, change.next));
}

/** What the form names the object: its menu entry and, of several records, the id. */
export function objectWords({ screen }: Pick<Place, 'screen'>, object: string): string {
  if (object.startsWith('impianto/')) return t('menu.plantData');
  if (!screen) return object;
  const hasIds = /:\w+$/.test(screen.source.change);
  return [t(screen.title), hasIds && object.replace(/^.*\//, '')].filter(Boolean).join(' ');
}

/** The form of an object with the values that were changed together. */
function formOf({ screen, records }: Place, { object, together }: ShownChange): Worded | null {
  if (!screen) return null;
  const { source, refers } = screen;
  const id = object.replace(/^.*\//, '');
  const record = records.get(source.read)?.find(each => idOf(source, each) === id) ?? {};
  const draft = together.reduce<Values>(
    (values, { field, next }) => (next === null ? values : withValueAt(values, field, next)),
    record,
  );
  return {
    spec: { ...screen, choicesOf: path => choicesIn(records, refers[path]) },
    factsOf: path => factsIn(screen, path, draft) ?? factsElsewhere(screen, path),
  };
}

/** The facts of a field that only another choice has: what was changed together need not have the choice itself. */
function factsElsewhere({ schema, groups }: AnyScreen, path: string): FieldFacts | undefined {
  const beside = path.replace(/[^.]+$/, '');
  const choosers = beside && groups.flatMap(({ fields }) => fields.filter(field => field.startsWith(beside)));
  for (const chooser of choosers || [])
    for (const choice of factsAt(schema, chooser)?.choices ?? []) {
      const facts = factsAt(schema, path, withValueAt({}, chooser, choice));
      if (facts) return facts;
    }
  return undefined;
}

/** A list or a group from the text in which the audit log keeps it. */
function parsed({ kind }: FieldFacts, value: unknown): unknown {
  if (typeof value !== 'string' || !/list|group/.test(kind)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && (!Array.isArray(value) || value.some(isGroup));

/** Of tables and groups the cells that differ: `Curva Q(V) 3 · Tensione`. */
function cellsOf(form: Worded, label: string, path: string, old: unknown, next: unknown): readonly Line[] {
  if (!isGroup(old) && !isGroup(next))
    return [{ label, ...both(value => wordsOf(form, path, value), old, next) }];
  const [was, is] = [old, next].map(value => (isGroup(value) ? value : {})) as [Values, Values];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap(name => {
    if (isSame(was[name], is[name])) return [];
    const inner = `${path}.${name}`;
    const isRow = /^\d+$/.test(name);
    const named = isRow ? `${label} ${Number(name) + 1}` : `${label} · ${labelOf(form, inner)}`;
    return cellsOf(form, named, inner, was[name], is[name]);
  });
}

const both = (words: (value: unknown) => string, old: unknown, next: unknown) => ({
  old: words(old),
  next: words(next),
});

function wordsOf(form: Worded, path: string, value: unknown): string {
  const facts = form.factsOf(path);
  if (facts?.kind === 'date' && typeof value === 'string' && value !== '')
    return formatTime(Date.parse(value) / 1000, 'UTC', 'date');
  const isOfNumbers = facts?.item?.kind === 'number' && facts.item.choices.length === 0;
  if (Array.isArray(value) && isOfNumbers && !form.spec.choicesOf?.(path))
    return value.map((each, index) => valueWords(form, `${path}.${index}`, each)).join('; ') || missing;
  return valueWords(form, path, value);
}

const isWork = (object: string) => object.startsWith('lavori/');
const isOfBus = (object: string) => object.startsWith('bus/');

/** What is not a field of a form: the note of an alarm, a command, the result of a schedule. */
function otherLine({ object, change: { field, old, next }, zone }: ShownChange): Line {
  const label =
    (isOfBus(object)
      ? (textOf('busField', 'label', field) ?? textOf('deviceField', 'label', field))
      : null) ??
    (isWork(object) ? textOf('workField', 'label', field) : null) ??
    textOf('audit', 'field', field) ??
    textOf('controller', 'action', field) ??
    textOf('scheduleField', 'choice', 'tipo', field) ??
    field;
  return { label, ...both(value => otherWords(object, field, value, zone), old, next) };
}

const units: Readonly<Record<string, string>> = {
  limite_p: '%',
  setpoint_q: '%',
  minuti: 'min',
  secondi: 's',
};

/** Numbers from here on are moments in epoch seconds. */
const firstMomentS = 1e9;

function otherWords(object: string, field: string, value: unknown, zone: string): string {
  if (typeof value === 'boolean') return t(value ? 'config.yes' : 'config.no');
  const text = textIn(value);
  if (text === '') return missing;
  const epochS =
    typeof value === 'number' ? value : /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) / 1000 : 0;
  if (epochS >= firstMomentS)
    return `${formatTime(epochS, zone, 'date')} ${formatTime(epochS, zone, 'clock')}`;
  const ofBus = isOfBus(object) ? textOf('busField', 'choice', field, text) : null;
  const ofSchedule = object.startsWith('pianificazioni/')
    ? (textOf('schedule', 'reason', text) ?? textOf('schedule', 'outcome', text))
    : null;
  const ofWork = isWork(object) ? textOf('workField', 'choice', field, text) : null;
  const ofStep = field === 'passo' ? textOf('firstSteps', 'step', text) : null;
  const ofCause = field === 'causa' ? textOf('reports', 'lossCause', text) : null;
  const number = typeof value === 'number' ? numberOf(value, units[field] ?? '') : null;
  return ofBus ?? ofSchedule ?? ofWork ?? ofStep ?? ofCause ?? number ?? text;
}

/** Commands have up to three decimals, as a power factor. */
const numberOf = (value: number, unit: string) =>
  formatQuantity(value, Number.isInteger(value) ? 0 : 3, unit).trim();
