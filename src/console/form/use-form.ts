import { useEffect, useId, useState } from 'react';
import type { GenericSchema } from 'valibot';
import type { Checked, Fault, Faults } from './check';
import { forgetSecrets, readDraft, useDrafts, writeDraft } from './drafts';
import { bodyOf, draftOf, type Edits, withEdit } from './edits';
import { type FieldFacts, factsAt, isSecret } from './facts';
import { type Input, inputOf } from './inputs';
import { type Values, valueAt } from './paths';

/** The definition of a form, independent of the record that it shows. */
export interface FormSpec {
  readonly schema: GenericSchema;
  /** Prefix of the keys of its words: `plantField` has `label` and `choice`. */
  readonly words: string;
  /** Returns the faults of a body. */
  readonly check: (body: Values) => Checked;
  readonly unitOf?: ((path: string, draft: Values) => string | undefined) | undefined;
  /** Names of the records to which a field may refer, by id. */
  readonly choicesOf?: ((path: string) => ReadonlyMap<string, string> | undefined) | undefined;
  /** Narrows the facts of a field to what is possible here: fewer choices, a smaller maximum. */
  readonly narrow?: ((path: string, facts: FieldFacts) => FieldFacts) | undefined;
}

/** The facts of a field of the form, with the unit that the values give it. */
export function factsIn(
  { schema, unitOf, narrow }: Pick<FormSpec, 'schema' | 'unitOf' | 'narrow'>,
  path: string,
  draft: Values,
): FieldFacts | undefined {
  const all = factsAt(schema, path, draft);
  const facts = all && narrow ? narrow(path, all) : all;
  const unit = unitOf?.(path, draft);
  return facts && unit !== undefined ? { ...facts, unit } : facts;
}

/** A record that is being edited. */
export interface Form {
  /** Prefix of the ids of its controls. */
  readonly id: string;
  readonly spec: FormSpec;
  readonly draft: Values;
  readonly edits: Edits;
  /** The body that a save would send. */
  readonly body: Values;
  readonly isReadOnly: boolean;
  /** All faults, visible or not. */
  readonly faults: Faults;
  /** The visible faults: those of fields that the focus has left; after an attempt to save all of them. */
  readonly shown: Faults;
  readonly warnings: Faults;
  /** Whether an attempt to save has failed because of faults. */
  readonly showsAll: boolean;
  /** The visible fault of a field, or of one of its values where several are typed as one text. */
  faultAt(path: string): Fault | undefined;
  factsOf(path: string): FieldFacts | undefined;
  inputOf(path: string): Input;
  set(path: string, input: Input): void;
  /** The focus has left the field: from now on its faults are visible. */
  leave(path: string): void;
  showAll(): void;
  /** The datalogger refused the field. */
  refuse(path: string, fault: Fault): void;
  change(edits: Edits): void;
  /** Called after saving or discarding: hides all faults. */
  hideFaults(): void;
}

interface Judgement {
  readonly left: ReadonlySet<string>;
  readonly showsAll: boolean;
  /** Refusals of the datalogger, until the next change. */
  readonly refused: Faults;
}

const unjudged: Judgement = { left: new Set(), showsAll: false, refused: new Map() };

/** The draft of `saved` under a key of `draftKey`. Unsaved changes stay until `change({})`, even if the page is closed or reloaded. */
export function useForm(spec: FormSpec, key: string, saved: Values, isReadOnly: boolean): Form {
  const id = useId();
  useDrafts();
  useEffect(() => () => forgetSecrets(key), [key]);
  const [{ left, showsAll, refused }, judge] = useJudgement(key);
  const { schema } = spec;
  const edits = readDraft(key);
  const draft = draftOf(schema, saved, edits);
  const body = bodyOf(schema, draft, edits);
  const { faults: own, warnings } = spec.check(body);
  const faults = new Map([...own, ...clearedOf(edits, draft), ...refused]);
  const isSeen = ([path]: readonly [string, Fault]) =>
    showsAll || left.has(path) || left.has(path.replace(/\..*/, '')) || refused.has(path);
  const shown = [...faults].filter(isSeen);
  return {
    id,
    spec,
    draft,
    edits,
    body,
    isReadOnly,
    faults,
    warnings,
    showsAll,
    shown: new Map(shown),
    faultAt: path => shown.find(([at]) => at === path || at.startsWith(`${path}.`))?.[1],
    factsOf: path => factsIn(spec, path, draft),
    inputOf(path) {
      const facts = factsAt(schema, path, draft);
      return edits[path]?.input ?? (facts ? inputOf(facts, valueAt(saved, path)) : '');
    },
    set(path, input) {
      writeDraft(key, withEdit(schema, saved, readDraft(key), path, input));
      // The user may correct the refusal in another field than the one that the datalogger named.
      if (refused.size > 0) judge({ refused: unjudged.refused });
    },
    leave: path => judge({ left: new Set([...left, path]) }),
    showAll: () => judge({ showsAll: true }),
    refuse: (path, fault) => judge({ refused: new Map([[path, fault]]), showsAll: true }),
    change: next => writeDraft(key, next),
    hideFaults: () => judge(unjudged),
  };
}

/** What was judged of the draft under `key`, and how that is changed. */
function useJudgement(key: string): readonly [Judgement, (change: Partial<Judgement>) => void] {
  const [judged, setJudged] = useState<Judgement & { readonly key: string }>({ ...unjudged, key });
  const judge = (change: Partial<Judgement>) =>
    setJudged(before => ({ ...(before.key === key ? before : unjudged), ...change, key }));
  return [judged.key === key ? judged : unjudged, judge];
}

/** Whether a field still needs a value, before anybody has tried to save. */
export const isMissing = ({ faults }: Form, path: string) => faults.get(path)?.code === 'required';

/** Fields that were cleared but are required: if they were omitted, they would keep their saved value without a message. */
function clearedOf(edits: Edits, draft: Values): Faults {
  const cleared = Object.keys(edits).filter(path => valueAt(draft, path) === undefined && !isSecret(path));
  return new Map(cleared.map(path => [path, { code: 'required' }]));
}
