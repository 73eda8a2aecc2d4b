import type { ComponentType } from 'react';
import type { GenericSchema } from 'valibot';
import type { KeyOf } from '../../contract';
import { type Json, textIn, textOrNull } from '../data/read';
import type { ConfigRecord } from '../data/records';
import { type Checked, checkBody, type Finding } from '../form/check';
import type { PathOf, Values } from '../form/paths';
import type { Form, FormSpec } from '../form/use-form';
import type { WordKey } from '../i18n/words';

/** One kind of record as its screen configures it: read `README.md` of this folder for how to write one. */
export interface ConfigScreen<T> {
  /** The menu entry. */
  readonly title: WordKey;
  readonly source: Source;
  /** The schema of what is sent: limits, units, choices and required fields are read from it. */
  readonly schema: GenericSchema<unknown, T>;
  /**
   * Prefix of the keys of its words: `intro`, and `label`, `choice`, `fault`, `warning` with the name of a field. What several screens call
   * alike stands once, in `config.field`. Hints: `field-hints.json`.
   */
  readonly words: string;
  readonly groups: readonly Group<T>[];
  readonly rules?: Rules<T>;
  /** Shown below the groups: curves, tables, a description of what a record does. */
  readonly Parts?: ComponentType<PartProps>;
}

/** A fieldset. A misspelt field name does not compile. */
export interface Group<T> {
  readonly title: WordKey;
  readonly fields: readonly PathOf<T>[];
}

/** A communication test, and what its answer says; null where it says nothing. */
export interface ProbeCall {
  readonly call: KeyOf<'POST'>;
  readonly words: (reply: Json) => string | null;
  /** The switch of the form that mends what the test found; null if absent. */
  readonly mendedBy?: (reply: Json) => string | null;
}

/** The calls of the contract that a screen uses. */
export interface Source {
  /** Answers a list of records, or a single record. */
  readonly read: KeyOf<'GET'>;
  /** Parameters of `read`, if it has any. */
  readonly params?: Readonly<Record<string, string>>;
  /** Which of the records are listed. */
  readonly query?: Readonly<Record<string, string>>;
  readonly change: KeyOf<'PUT'> | KeyOf<'PATCH'>;
  readonly create?: KeyOf<'POST'>;
  readonly remove?: KeyOf<'DELETE'>;
  /** The kind of devices that others may use, as `GET config/:tipo/:id/usi` calls it. */
  readonly usedKind?: string;
  /** The communication test. */
  readonly probe?: ProbeCall;
  /** The calls for many records at once. */
  readonly many?: {
    readonly table: KeyOf<'GET'>;
    readonly compare: KeyOf<'POST'>;
    readonly take: KeyOf<'POST'>;
  };
  /** Returns the part of the answer that the form edits, with the `versione` of the whole. */
  readonly partOf?: (answer: ConfigRecord) => ConfigRecord;
  /** The name of a record where it is not its `nome`; `noteOf`: the text below the name in the list. */
  readonly nameOf?: (record: ConfigRecord) => string;
  readonly noteOf?: (record: ConfigRecord) => string;
}

/** Rules over several fields, which the schema cannot express. */
export interface Rules<T> {
  readonly findingsOf?: (record: T, beside: Beside) => readonly Finding[];
  /** When a field is shown; without an entry it is always shown. */
  readonly shown?: { readonly [P in PathOf<T>]?: (draft: Values) => boolean };
  /** The unit of a field whose unit depends on other fields. */
  readonly unitOf?: (path: string, draft: Values) => string | undefined;
  /** Fields that hold the id of another record, and the call that reads those records. */
  readonly refers?: { readonly [P in PathOf<T>]?: KeyOf<'GET'> };
}

/** A screen without the type of its record, as the components use it. */
export interface AnyScreen extends Omit<FormSpec, 'check' | 'choicesOf'> {
  readonly title: WordKey;
  readonly source: Source;
  readonly groups: readonly { readonly title: WordKey; readonly fields: readonly string[] }[];
  readonly shown: Readonly<Record<string, ((draft: Values) => boolean) | undefined>>;
  readonly refers: Readonly<Record<string, KeyOf<'GET'> | undefined>>;
  readonly check: (body: Values, beside: Beside) => Checked;
  readonly Parts: ComponentType<PartProps> | undefined;
  /** The screen that creates a new record, where its form differs. */
  readonly fresh?: AnyScreen;
  /** Loads the view of many records at once. */
  readonly loadMany?: () => Promise<ComponentType<ManyProps>>;
}

export interface ManyProps {
  readonly screen: AnyScreen;
  readonly records: readonly ConfigRecord[];
  /** The records to which fields refer, by the call that reads them. */
  readonly referred: Beside['referred'];
  /** The id of the record whose settings are copied; null where none was chosen. */
  readonly from: string | null;
}

/** Checks a descriptor against the type of its record at compile time. */
export function configScreen<T>(screen: ConfigScreen<T>): AnyScreen {
  const { title, source, words, schema, groups, rules = {}, Parts } = screen;
  const { findingsOf, shown = {}, unitOf, refers = {} } = rules;
  const check = (body: Values, beside: Beside) =>
    checkBody(schema, body, findingsOf && (record => findingsOf(record, beside)));
  return { title, source, words, schema, groups, shown, unitOf, refers, check, Parts };
}

/** A screen whose fields are one group, with the title of the screen. */
export const panelScreen = <T>({
  fields,
  ...screen
}: Omit<ConfigScreen<T>, 'groups'> & Pick<Group<T>, 'fields'>): AnyScreen =>
  configScreen({ ...screen, groups: [{ title: screen.title, fields }] });

/** An entry of `shown` for each of the fields, all with the same condition. */
export const shownIf = <Field extends string>(
  isShown: (draft: Values) => boolean,
  ...fields: readonly Field[]
) => Object.fromEntries(fields.map(field => [field, isShown])) as { readonly [F in Field]: typeof isShown };

/** Context in which a record is checked: its own id (null for a new one), the other records, and those that it refers to. */
export interface Beside {
  readonly id: unknown;
  readonly others: readonly ConfigRecord[];
  readonly referred: ReadonlyMap<string, readonly ConfigRecord[]>;
}

export interface PartProps {
  readonly form: Form;
  /** The record as it is saved; a new one has no id. */
  readonly record: ConfigRecord;
}

/** Name of the last parameter of a call: `PUT config/allarmi/:codice` -> `codice`. */
const idField = ({ change }: Source) => change.match(/:(\w+)[^:]*$/)?.[1] ?? 'id';

/** The id of a record, as used in the address of the page and of its calls. */
export function idOf(source: Source, record: ConfigRecord): string | null {
  return textOrNull(record[idField(source)]);
}

export const paramsOf = (source: Source, id: string) => ({ [idField(source)]: id });

export function nameOf(source: Source, record: ConfigRecord): string {
  return source.nameOf?.(record) ?? textIn(record.nome);
}

/** The records of an answer, in the shape that the form edits. */
export function recordsIn({ partOf }: Source, answers: readonly ConfigRecord[]): readonly ConfigRecord[] {
  return partOf ? answers.map(partOf) : answers;
}

/** Names of the records to which a field refers, by id, or by `numero` where they have one; undefined where it refers to none. */
export function choicesIn(referred: Beside['referred'], key: string | undefined) {
  const records = key === undefined ? undefined : referred.get(key);
  if (!records?.length) return undefined;
  const named = records.flatMap(({ id, numero = id, nome }) => {
    const key = textOrNull(numero);
    return key === null ? [] : [[key, textOrNull(nome) ?? key] as const];
  });
  return new Map(named);
}

/** The address of the audit log with what is looked for: part of an object, or of a user's name. */
export const logAddress = (wanted: { readonly oggetto?: string; readonly utente?: string }): string =>
  `/config/setup-sistema?${new URLSearchParams({ vista: 'registro', ...wanted })}`;
