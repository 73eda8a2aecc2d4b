import { missing } from '../i18n/format';
import type { FieldFacts } from './facts';
import { keyboardOf } from './inputs';
import { type Form, isMissing } from './use-form';
import { choiceOf } from './words';

interface Props {
  readonly form: Form;
  readonly path: string;
  readonly facts: FieldFacts;
  readonly id: string;
  /** Ids of the elements that describe the field in addition to its label. */
  readonly described: string;
  /** The accessible name where there is no visible label. */
  readonly label?: string;
}

type Event = { readonly currentTarget: { readonly value: string } };

/** A text field with a longer maximum length has several lines. */
const longText = 300;

/** The input element of a field, without label and messages. */
export function Control({ form, path, facts, id, described, label }: Props) {
  const value = String(form.inputOf(path));
  const choices = choicesOf(form, path, facts);
  const common = {
    id,
    value,
    disabled: form.isReadOnly,
    onChange: (event: Event) => form.set(path, event.currentTarget.value),
    onBlur: () => form.leave(path),
    'aria-label': label,
    required: isMissing(form, path),
    ...(described ? { 'aria-describedby': described } : {}),
    ...(form.faultAt(path) ? { 'aria-invalid': true } : {}),
  };
  if (facts.kind === 'list' && facts.item && facts.item.choices.length > 0) {
    return <Boxes form={form} path={path} choices={facts.item.choices} />;
  }
  if (choices) {
    return (
      <select {...common}>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  if (facts.kind === 'text' && !facts.isSecret && (facts.longest ?? 0) > longText)
    return <textarea rows={2} {...common} />;
  return <input {...common} {...inputAttributes(facts)} />;
}

function inputAttributes(facts: FieldFacts) {
  const { kind, isSecret } = facts;
  if (isSecret) return { type: 'password', autoComplete: 'new-password' };
  if (kind === 'date') return { type: 'date' };
  return {
    type: 'text',
    autoComplete: 'off',
    spellCheck: false,
    inputMode: keyboardOf(facts),
  };
}

/** Value and name of each choice; null where any value can be typed. An unset or unknown value also has an entry. */
function choicesOf(form: Form, path: string, { choices, isNullable, kind, min }: FieldFacts) {
  const names = form.spec.choicesOf?.(path);
  if (!names && kind !== 'choice') return null;
  const values = names ? [...(min === 0 ? ['0'] : []), ...names.keys()] : choices.map(String);
  const value = String(form.inputOf(path));
  const isPlaced = values.includes(value) || (value === '' && !isNullable);
  const all = isNullable ? ['', ...values] : isPlaced && value !== '' ? values : [value, ...values];
  return [...new Set(all)].map(
    each => [each, each === '' || (names && each === '0') ? missing : choiceOf(form, path, each)] as const,
  );
}

interface BoxesProps {
  readonly form: Form;
  readonly path: string;
  readonly choices: readonly (string | number)[];
}

/** A checkbox for each choice; any number of them can be checked. */
function Boxes({ form, path, choices }: BoxesProps) {
  const chosen = String(form.inputOf(path)).split(', ').filter(Boolean);
  const toggle = (choice: string, isOn: boolean) => {
    const next = choices.map(String).filter(each => (each === choice ? isOn : chosen.includes(each)));
    form.set(path, next.join(', '));
    form.leave(path);
  };
  return choices.map(String).map(choice => (
    <label key={choice} className="box">
      <input
        type="checkbox"
        checked={chosen.includes(choice)}
        disabled={form.isReadOnly}
        onChange={event => toggle(choice, event.currentTarget.checked)}
      />
      {choiceOf(form, path, choice)}
    </label>
  ));
}
