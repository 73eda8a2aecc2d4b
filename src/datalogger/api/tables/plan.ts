import * as v from 'valibot';
import { factsOfFields } from '../../../contract/config/facts';
import {
  type ConfigKind,
  type ConfigOf,
  type Configuration,
  configSchemas,
  type RecordOf,
  schemaOf,
} from '../../../contract/config/kinds';
import { findingsOf } from '../../../contract/config/rules';
import type { ComparedRow, Comparison, FieldChange, RowProblem } from '../../../contract/config/tables';
import { codeOf } from '../../../contract/issue-codes';
import { jsonOf } from '../../core/json';
import { inPieces } from '../../core/pieces';
import { type Referring, usesOfChanges } from '../../plant/processing/uses';
import { contentTag } from '../http/etag';
import type { UnreadFindings } from '../support/unread';
import { idColumn } from './fields';
import type { WantedRow, WantedRows } from './wanted';

/** A record as it would be. */
export interface PlannedWrite<K extends ConfigKind> {
  /** Null in a new record. */
  readonly before: RecordOf<K> | null;
  readonly after: ConfigOf<K>;
}

/** What is shown before anything is taken, and what is then written. */
export interface Plan<K extends ConfigKind> {
  readonly comparison: Comparison;
  readonly writes: readonly PlannedWrite<K>[];
}

interface Judged<K extends ConfigKind> {
  readonly wanted: WantedRow;
  readonly before: RecordOf<K> | null;
  /** Null where the schema refuses it. */
  readonly after: ConfigOf<K> | null;
  readonly changes: readonly FieldChange[];
  readonly problems: readonly RowProblem[];
}

/** Compares what is wanted with what is configured. Each record is judged among the others as all of them would be afterwards: the rules compare each row with all others. */
export async function planOf<K extends ConfigKind>(
  kind: K,
  all: Configuration,
  { rows, unknown }: WantedRows,
  { referring, unread }: { readonly referring: Referring; readonly unread: UnreadFindings },
): Promise<Plan<K>> {
  const judged = await judgeAlone(kind, all, rows);
  const afterwards = configurationAfter(kind, all, judged);
  const rowsOf = (row: Judged<K>, at: number) =>
    isUnchanged(row) ? [] : [comparedRow(kind, row, at, { afterwards, unread })];
  const compared = (await inPieces(judged, rowsOf)).flat();
  const shown = {
    righe: compared,
    uguali: judged.filter(isUnchanged).length,
    ignote: [...unknown],
    usi: usesOfChanges(kind, all, afterwards, referring),
  };
  return {
    comparison: { versione: contentTag(await jsonOf(shown)), ...shown },
    writes: judged.flatMap(row => {
      const { before, after } = row;
      return after && !isUnchanged(row) ? [{ before, after }] : [];
    }),
  };
}

const isUnchanged = ({ before, after, changes, problems }: Judged<ConfigKind>) =>
  before !== null && after !== null && changes.length === 0 && problems.length === 0;

/** Each row by itself: against the schema of the kind, and whether another row is about the same record. */
function judgeAlone<K extends ConfigKind>(
  kind: K,
  all: Configuration,
  rows: readonly WantedRow[],
): Promise<Judged<K>[]> {
  const claimed = new Map<number, string>();
  const facts = factsOfFields(configSchemas[kind]);
  // Of a new record the defaults are not listed: 5,000 rows of them would be 12 MB.
  const isUsual = (field: string, value: unknown) =>
    JSON.stringify(facts[field]?.otherwise) === JSON.stringify(value);
  return inPieces(rows, wanted => {
    const before = all[kind].find(({ id }) => id === wanted.id) ?? null;
    const base = before ? withoutVersion(before) : {};
    const input = { ...base, ...wanted.given };
    const parsed = v.safeParse(schemaOf(kind), input);
    const twin = wanted.id === null ? undefined : claimed.get(wanted.id);
    if (wanted.id !== null) claimed.set(wanted.id, String(wanted.number));
    const problems = [
      ...wanted.problems,
      ...(twin === undefined
        ? []
        : [{ campo: idColumn, codice: 'in_use', da: twin, valore: wanted.id } as const]),
      ...(parsed.issues ?? []).map(problemOf),
    ];
    const after = parsed.success ? parsed.output : null;
    return { wanted, before, after, changes: after ? changesOf(before, after, isUsual) : [], problems };
  });
}

function withoutVersion<K extends ConfigKind>({ id: _, versione: __, ...fields }: RecordOf<K>) {
  return fields;
}

function problemOf(issue: v.BaseIssue<unknown>): RowProblem {
  const { type, input } = issue;
  const isNoNumber = type === 'number' && typeof input === 'string';
  const isNoChoice = type === 'boolean';
  const codice = isNoNumber ? 'not_a_number' : isNoChoice ? 'not_allowed' : codeOf(issue);
  return { campo: v.getDotPath(issue) ?? '', codice, valore: input ?? null };
}

function changesOf<K extends ConfigKind>(
  before: RecordOf<K> | null,
  after: ConfigOf<K>,
  isUsual: (field: string, value: unknown) => boolean,
): FieldChange[] {
  const old = new Map<string, unknown>(Object.entries(before ?? {}));
  return Object.entries(after)
    .filter(([field, value]) =>
      before ? JSON.stringify(old.get(field)) !== JSON.stringify(value) : !isUsual(field, value),
    )
    .map(([campo, dopo]) => ({ campo, prima: old.get(campo) ?? null, dopo }));
}

/** A new record has no id yet: a negative one identifies it. */
const newId = (at: number) => -1 - at;

function configurationAfter<K extends ConfigKind>(
  kind: K,
  all: Configuration,
  judged: readonly Judged<K>[],
): Configuration {
  const changed = new Map<number, RecordOf<K>>();
  for (const [at, { before, after }] of judged.entries()) {
    const id = before?.id ?? newId(at);
    if (after) changed.set(id, { ...after, id, versione: before?.versione ?? 0 });
  }
  const existing: readonly RecordOf<K>[] = all[kind];
  const kept = existing.map(record => changed.get(record.id) ?? record);
  return { ...all, [kind]: [...kept, ...[...changed.values()].filter(({ id }) => id < 0)] };
}

function comparedRow<K extends ConfigKind>(
  kind: K,
  { wanted, before, after, changes, problems }: Judged<K>,
  at: number,
  { afterwards, unread }: { readonly afterwards: Configuration; readonly unread: UnreadFindings },
): ComparedRow {
  const values = new Map<string, unknown>(Object.entries(after ?? {}));
  const findings = after
    ? [...findingsOf(kind, after, before?.id ?? newId(at), afterwards), ...unread(kind, after, afterwards)]
    : [];
  const found = (isWarning: boolean): RowProblem[] =>
    findings
      .filter(finding => finding.isWarning === isWarning)
      .map(({ campo, codice, da }) => ({
        campo,
        codice,
        valore: values.get(campo) ?? null,
        ...(da === undefined ? {} : { da }),
      }));
  const problemi = [...problems, ...found(false)];
  const { nome } = wanted.given;
  return {
    riga: wanted.number,
    id: before?.id ?? null,
    nome: after?.nome ?? (typeof nome === 'string' ? nome : (before?.nome ?? '')),
    esito: problemi.length > 0 ? 'errato' : before ? 'cambiato' : 'nuovo',
    campi: [...changes],
    problemi,
    avvisi: found(true),
  };
}
