import { Icon } from '../ui/Icon';
import { Lazy } from '../ui/Lazy';
import { Switch } from '../ui/Switch';
import { Control } from './Control';
import type { FieldFacts } from './facts';
import { useFieldHints } from './hints';
import { type Form, isMissing } from './use-form';
import { choiceOf, faultWords, hintOf, labelOf, unitWord, warningWords } from './words';

interface Props {
  readonly form: Form;
  readonly path: string;
}

/** Id of the control of a field: the summary of faults links to it. */
export const controlId = ({ id }: Form, path: string) => `${id}${path}`;

// Few records have tables, so their code comes when one is shown.
const loadRows = () => import('./RowsField').then(({ RowsField }) => RowsField);

/** A field as the contract describes it: label above, hint and fault below, unit beside it. Nothing where the schema has no such field. */
export function Field({ form, path }: Props) {
  const hints = useFieldHints(form.spec.words);
  const facts = form.factsOf(path);
  if (!facts || facts.kind === 'group') return null;
  if (facts.item?.kind === 'group') return <Lazy load={loadRows} props={{ form, path, facts }} />;
  const id = controlId(form, path);
  const isChanged = path in form.edits;
  const hint = hintOf(form, path, facts, hints);
  const described = [
    hint && `${id}-hint`,
    form.warnings.has(path) && `${id}-warn`,
    form.faultAt(path) && `${id}-fault`,
  ];
  const className = `fld${isChanged ? ' mod' : ''}${isMissing(form, path) ? ' rq' : ''}${widthOf(form, path, facts)}`;
  const isGroup = facts.kind === 'list' && (facts.item?.choices.length ?? 0) > 0;
  const label = (
    <>
      {labelOf(form, path)}
      {isChanged && (
        <span className="mark" aria-hidden="true">
          ●
        </span>
      )}
    </>
  );
  const notes = <Notes {...{ form, path, id, hint }} />;
  if (facts.kind === 'flag') {
    return (
      <div className={className}>
        <Switch
          id={id}
          isOn={form.inputOf(path) === true}
          isDisabled={form.isReadOnly}
          onChange={isOn => form.set(path, isOn)}
        >
          <span>{label}</span>
        </Switch>
        {notes}
      </div>
    );
  }
  return (
    <div className={className} {...(isGroup ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}>
      {isGroup ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
      <span className={facts.unit ? 'unit' : ''}>
        <Control
          form={form}
          path={path}
          facts={facts}
          id={id}
          described={described.filter(Boolean).join(' ')}
        />
        {unitWord(facts.unit)}
      </span>
      {notes}
    </div>
  );
}

/** Texts of this length need a whole row. A host name may be longest, and hardly ever is. */
const [longText, longestHost] = [60, 253];
/** Choices of more letters are cut off in half a row of a phone. */
const mostLetters = 12;

/** The class of a field that half a row would cut off: of a long text, of a list that is typed, of long choices. */
function widthOf(form: Form, path: string, { kind, longest, choices, item }: FieldFacts): string {
  const isTyped = kind === 'list' && item?.choices.length === 0;
  const isLong = kind === 'text' && (longest ?? 0) >= longText && longest !== longestHost;
  const isLongChoice = [...choices, ...(item?.choices ?? [])].some(
    choice => choiceOf(form, path, choice).length > mostLetters,
  );
  return isTyped || isLong || isLongChoice ? ' wd' : '';
}

type NotesProps = Props & { readonly id: string; readonly hint: string };

/** What is said below a field: its hint, a warning, a fault. */
function Notes({ form, path, id, hint }: NotesProps) {
  const warning = form.warnings.get(path);
  const fault = form.faultAt(path);
  return (
    <>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {warning && (
        <small id={`${id}-warn`} role="status">
          <Icon name="warn" /> {warningWords(form, path, warning)}
        </small>
      )}
      {fault && (
        <small className="err" id={`${id}-fault`}>
          <Icon name="warn" /> {faultWords(form, path, fault)}
        </small>
      )}
    </>
  );
}
