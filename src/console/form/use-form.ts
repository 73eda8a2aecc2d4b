import { useEffect, useId, useState } from 'react';
import type { GenericSchema } from 'valibot';
import type { Checked, Fault, Faults } from './check';
import { forgetSecrets, readDraft, useDrafts, writeDraft } from './drafts';
import { bodyOf, draftOf, type Edits, withEdit } from './edits';
import { type FieldFacts, factsAt, isSecret } from './facts';
import { type Input, inputOf } from './inputs';
import { type Values, valueAt } from './paths';

/** What a form is made of, whatever record it shows. */
export interface FormSpec {
  readonly schema: GenericSchema;
  /** Prefix of its words: `plantField` has `label`, `hint` and `choice`. */
  readonly words: string;
  /** What is wrong with what would be sent. */
  readonly check: (body: Values) => Checked;
  readonly unitOf?: ((path: string, draft: Values) => string | undefined) | undefined;
  /** Names of the records that a field may refer to, by their id. */
  readonly choicesOf?: ((path: string) => ReadonlyMap<string, string> | undefined) | undefined;
}

/** A record as it is being changed. */
export interface Form {
  /** Prefix of the ids of its controls. */
  readonly id: string;
  readonly spec: FormSpec;
  readonly draft: Values;
  readonly edits: Edits;
  /** What would be sent. */
  readonly body: Values;
  readonly isReadOnly: boolean;
  /** Everything wrong, shown or not. */
  readonly faults: Faults;
  /** What is shown of it: at fields that were left, and all once it was tried to save. */
  readonly shown: Faults;
  readonly warnings: Faults;
  /** It was tried to save, and not all was right. */
  readonly showsAll: boolean;
  /** What is shown at a field: of itself or, where several values are typed as one text, of one of them. */
  faultAt(path: string): Fault | undefined;
  factsOf(path: string): FieldFacts | undefined;
  inputOf(path: string): Input;
  set(path: string, input: Input): void;
  /** The field was left: from now on it says at once what is wrong with it. */
  leave(path: string): void;
  showAll(): void;
  /** The datalogger refused the field. */
  refuse(path: string, fault: Fault): void;
  change(edits: Edits): void;
  /** Saved or discarded: nothing more is shown of what was wrong. */
  calm(): void;
}

interface Judgement {
  readonly left: ReadonlySet<string>;
  readonly showsAll: boolean;
  /** Of the datalogger, until something is changed. */
  readonly refused: Faults;
}

const calm: Judgement = { left: new Set(), showsAll: false, refused: new Map() };

/** The draft of `saved` under a key of `draftKey`. Unsaved changes stay until `change({})`, whatever becomes of the page. */
export function useForm(spec: FormSpec, key: string, saved: Values, isReadOnly: boolean): Form {
  const id = useId();
  useDrafts();
  useEffect(() => () => forgetSecrets(key), [key]);
  const [judged, setJudged] = useState<Judgement & { readonly key: string }>({ ...calm, key });
  const { left, showsAll, refused } = judged.key === key ? judged : calm;
  const judge = (change: Partial<Judgement>) =>
    setJudged(before => ({ ...(before.key === key ? before : calm), ...change, key }));
  const { schema, unitOf } = spec;
  const edits = readDraft(key);
  const draft = draftOf(schema, saved, edits);
  const body = bodyOf(schema, draft, edits);
  const { faults: own, warnings } = spec.check(body);
  const faults = new Map([...own, ...clearedOf(edits, draft), ...refused]);
  const isSeen = ([path]: readonly [string, Fault]) =>
    showsAll || left.has(path) || left.has(path.replace(/\..*/, '')) || refused.has(path);
  const shown = [...faults].filter(isSeen);
  return {
    ...{ id, spec, draft, edits, body, isReadOnly, faults, warnings, showsAll },
    shown: new Map(shown),
    faultAt: path => shown.find(([at]) => at === path || at.startsWith(`${path}.`))?.[1],
    factsOf(path) {
      const facts = factsAt(schema, path, draft);
      const unit = unitOf?.(path, draft);
      return facts && unit !== undefined ? { ...facts, unit } : facts;
    },
    inputOf(path) {
      const facts = factsAt(schema, path, draft);
      return edits[path]?.input ?? (facts ? inputOf(facts, valueAt(saved, path)) : '');
    },
    set(path, input) {
      writeDraft(key, withEdit(schema, saved, readDraft(key), path, input));
      // It may be put right at another field than the one that was named.
      if (refused.size > 0) judge({ refused: calm.refused });
    },
    leave: path => judge({ left: new Set([...left, path]) }),
    showAll: () => judge({ showsAll: true }),
    refuse: (path, fault) => judge({ refused: new Map([[path, fault]]), showsAll: true }),
    change: next => writeDraft(key, next),
    calm: () => judge(calm),
  };
}

/** A field that was emptied and cannot be: left out, it would silently stay what it was. */
function clearedOf(edits: Edits, draft: Values): Faults {
  const cleared = Object.keys(edits).filter(path => valueAt(draft, path) === undefined && !isSecret(path));
  return new Map(cleared.map(path => [path, { code: 'required' }]));
}
