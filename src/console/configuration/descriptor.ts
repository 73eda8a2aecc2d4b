import type { ComponentType } from 'react';
import type { GenericSchema } from 'valibot';
import type { KeyOf } from '../../contract';
import { textOrNull } from '../data/read';
import type { ConfigRecord } from '../data/records';
import { type Checked, checkBody, type Finding } from '../form/check';
import type { PathOf, Values } from '../form/paths';
import type { Form, FormSpec } from '../form/use-form';
import type { WordKey } from '../i18n/words';

/** One kind of record as its screen configures it: read `README.md` of this folder for how to write one. */
export interface ConfigScreen<T> {
  /** Of the menu. */
  readonly title: WordKey;
  readonly source: Source;
  /** Of what is sent: limits, units, choices and what is required are read from it. */
  readonly schema: GenericSchema<unknown, T>;
  /** Prefix of its words: `intro`, and `label`, `hint`, `choice`, `fault`, `warning` by the name of the field. */
  readonly words: string;
  readonly groups: readonly Group<T>[];
  readonly rules?: Rules<T>;
  /** What stands below the groups: curves, tables, what a record does. */
  readonly Parts?: ComponentType<PartProps>;
}

/** A fieldset. A misspelt field does not compile. */
export interface Group<T> {
  readonly title: WordKey;
  readonly fields: readonly PathOf<T>[];
}

/** The calls of the contract behind a screen. */
export interface Source {
  /** A list of records, or one. */
  readonly read: KeyOf<'GET'>;
  /** Parameters of `read`, where it has any. */
  readonly params?: Readonly<Record<string, string>>;
  readonly change: KeyOf<'PUT'> | KeyOf<'PATCH'>;
  readonly create?: KeyOf<'POST'>;
  readonly remove?: KeyOf<'DELETE'>;
  /** The test of communication. */
  readonly probe?: KeyOf<'POST'>;
  /** The part of the answer that the form is about, with the `versione` of the whole. */
  readonly partOf?: (answer: ConfigRecord) => ConfigRecord;
  /** What a record is called where that is not its `nome`, and what stands below it in the list. */
  readonly nameOf?: (record: ConfigRecord) => string;
  readonly noteOf?: (record: ConfigRecord) => string;
}

/** What the schema cannot say of several fields together. */
export interface Rules<T> {
  readonly findingsOf?: (record: T, beside: Beside) => readonly Finding[];
  /** When a field is there; always where nothing is said. */
  readonly shown?: { readonly [P in PathOf<T>]?: (draft: Values) => boolean };
  /** The unit of a field where it depends on others. */
  readonly unitOf?: (path: string, draft: Values) => string | undefined;
  /** Fields that hold the id of another record, and where those are. */
  readonly refers?: { readonly [P in PathOf<T>]?: KeyOf<'GET'> };
}

/** A screen without the type of its record, as the engine takes it. */
export interface AnyScreen extends Omit<FormSpec, 'check' | 'choicesOf'> {
  readonly title: WordKey;
  readonly source: Source;
  readonly groups: readonly { readonly title: WordKey; readonly fields: readonly string[] }[];
  readonly shown: Readonly<Record<string, ((draft: Values) => boolean) | undefined>>;
  readonly refers: Readonly<Record<string, KeyOf<'GET'> | undefined>>;
  readonly check: (body: Values, beside: Beside) => Checked;
  readonly Parts: ComponentType<PartProps> | undefined;
  /** Of what a new one is made, where that is another form. */
  readonly fresh?: AnyScreen;
}

/** Checks a descriptor against its record at compile time. */
export function configScreen<T>(screen: ConfigScreen<T>): AnyScreen {
  const { title, source, words, schema, groups, rules = {}, Parts } = screen;
  const { findingsOf, shown = {}, unitOf, refers = {} } = rules;
  const check = (body: Values, beside: Beside) =>
    checkBody(schema, body, findingsOf && (record => findingsOf(record, beside)));
  return { title, source, words, schema, groups, shown, unitOf, refers, check, Parts };
}

/** What a record is checked beside: its own id, null of a new one, and what is configured. */
export interface Beside {
  readonly id: unknown;
  readonly others: readonly ConfigRecord[];
  readonly referred: ReadonlyMap<string, readonly ConfigRecord[]>;
}

export interface PartProps {
  readonly form: Form;
  /** As it is saved; without an id while it is new. */
  readonly record: ConfigRecord;
}

/** Name of the last parameter of a call: `PUT config/allarmi/:codice` -> `codice`. */
const idField = ({ change }: Source) => change.match(/:(\w+)[^:]*$/)?.[1] ?? 'id';

/** What a record is found by: in the address of the page, and in the address of its calls. */
export function idOf(source: Source, record: ConfigRecord): string | null {
  return textOrNull(record[idField(source)]);
}

export const paramsOf = (source: Source, id: string) => ({ [idField(source)]: id });

export function nameOf(source: Source, record: ConfigRecord): string {
  return source.nameOf?.(record) ?? textOrNull(record.nome) ?? '';
}

/** The records of an answer, as a form has them. */
export function recordsIn({ partOf }: Source, answers: readonly ConfigRecord[]): readonly ConfigRecord[] {
  return partOf ? answers.map(partOf) : answers;
}
