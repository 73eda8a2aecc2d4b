import './rows-field.css';
import { textIn } from '../data/read';
import { currentLanguage, t } from '../i18n/translate';
import { Icon } from '../ui/Icon';
import { useFit } from '../ui/use-fit';
import type { FieldFacts } from './facts';
import { useFieldHints } from './hints';
import { inputOf, keyboardOf, type Row, rowsOf } from './inputs';
import type { Form } from './use-form';
import { choiceOf, faultWords, hintOf, labelOf, unitWord, warningWords } from './words';

interface Props {
  readonly form: Form;
  readonly path: string;
  readonly facts: FieldFacts;
}

type Cells = FieldFacts['fields'];

/**
 * A list of groups, such as the points of a curve: one row each, or a block with the names of its cells where the columns have no room
 * beside each other. The list is edited and saved as a whole.
 */
export function RowsField({ form, path, facts }: Props) {
  const rows = rowsOf(form.inputOf(path));
  const cells: Cells = facts.item?.fields ?? {};
  const names = Object.keys(cells);
  const headOf = (name: string) => labelOf(form, `${path}.${name}`);
  const unitOf = (name: string) => unitWord(cells[name]?.unit ?? '');
  const change = (next: readonly Row[]) => form.set(path, JSON.stringify(next));
  const changeCell = (index: number, name: string, value: unknown) =>
    change(rows.map((row, at) => (at === index ? { ...row, [name]: value } : row)));
  const paste = (index: number, name: string, text: string) =>
    change(pastedAt(rows, cells, { index, name, longest: facts.longest ?? Number.POSITIVE_INFINITY }, text));
  const [table, step] = useFit(1, names.map(headOf).join());
  return (
    <div className={step > 0 ? 'fld rows each' : 'fld rows'}>
      <table ref={table}>
        <caption>{labelOf(form, path)}</caption>
        <thead hidden={rows.length === 0}>
          <tr>
            {names.map(name => (
              <th key={name} scope="col">
                {headOf(name)} <span className="u">{unitOf(name)}</span>
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity other than its position
            <tr key={index}>
              {names.map(name => (
                <td key={name} data-head={headOf(name) + (unitOf(name) && ` (${unitOf(name)})`)}>
                  <Cell
                    form={form}
                    path={`${path}.${index}.${name}`}
                    label={`${headOf(name)} ${index + 1}`}
                    facts={cells[name]}
                    value={row[name]}
                    onChange={value => changeCell(index, name, value)}
                    onLeave={() => form.leave(path)}
                    onPaste={text => paste(index, name, text)}
                  />
                </td>
              ))}
              <td>
                <button
                  type="button"
                  className="q"
                  aria-label={t('config.removeRow', { row: index + 1 })}
                  disabled={form.isReadOnly}
                  onClick={() => change(rows.filter((_, at) => at !== index))}
                >
                  <Icon name="close" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button
        type="button"
        className="o"
        disabled={form.isReadOnly || rows.length >= (facts.longest ?? Number.POSITIVE_INFINITY)}
        onClick={() => change([...rows, emptyRow(cells)])}
      >
        <Icon name="plus" /> {t('config.add')}
      </button>
      <Said form={form} path={path} facts={facts} />
    </div>
  );
}

/** What the list is for, and what is wrong or unusual in it. */
function Said({ form, path, facts }: Props) {
  const hint = hintOf(form, path, facts, useFieldHints(form.spec.words));
  const said = [...form.shown, ...form.warnings].filter(([at]) => at === path || at.startsWith(`${path}.`));
  return (
    <>
      {hint && <small>{hint}</small>}
      {said.map(([at, fault]) => (
        <small key={at} className={form.warnings.has(at) ? '' : 'err'} role="status">
          <Icon name="warn" /> {rowOf(path, at)}
          {form.warnings.has(at) ? warningWords(form, at, fault) : faultWords(form, at, fault)}
        </small>
      ))}
    </>
  );
}

interface Place {
  readonly index: number;
  readonly name: string;
  readonly longest: number;
}

/** The rows with a part of a spreadsheet written from one cell on: a tab between two cells, a line for each row. */
export function pastedAt(
  rows: readonly Row[],
  cells: Cells,
  { index, name, longest }: Place,
  text: string,
): Row[] {
  const names = Object.keys(cells);
  const result = [...rows];
  const lines = text.trimEnd().split(/\r?\n/);
  lines.slice(0, longest - index).forEach((line, down) => {
    const parts = line.split('\t').flatMap((part, right) => {
      const at = names[names.indexOf(name) + right];
      return at === undefined ? [] : [[at, ungrouped(part.trim())] as const];
    });
    result[index + down] = { ...(result[index + down] ?? emptyRow(cells)), ...Object.fromEntries(parts) };
  });
  return result;
}

/** Without separators of thousands, where a decimal mark makes them unambiguous: 1.234,5 or 1,234.5. */
const ungrouped = (number: string) =>
  /^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(,\d{3})+\.\d+$/.test(number)
    ? number.replace(/[.,](?=.*[.,])/g, '')
    : number;

/** A new row. Who is written to is taken to read the language of who writes. */
function emptyRow(cells: Cells): Row {
  return Object.fromEntries(
    Object.entries(cells).map(([name, { kind, choices, otherwise }]) => [
      name,
      name === 'lingua' ? currentLanguage() : (otherwise ?? (kind === 'flag' ? false : (choices[0] ?? ''))),
    ]),
  );
}

/** "3: " in front of a message about the third row. */
function rowOf(path: string, at: string): string {
  const index = at.slice(path.length + 1).split('.')[0];
  return index ? `${Number(index) + 1}: ` : '';
}

interface CellProps {
  readonly form: Form;
  readonly path: string;
  readonly label: string;
  readonly facts: Cells[string] | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave: () => void;
  /** Several cells were pasted here. */
  readonly onPaste: (text: string) => void;
}

function Cell({ form, path, label, facts, value, onChange, onLeave, onPaste }: CellProps) {
  const common = {
    'aria-label': label,
    disabled: form.isReadOnly,
    onBlur: onLeave,
    ...(form.shown.has(path) ? { 'aria-invalid': true } : {}),
  };
  if (facts?.kind === 'flag') {
    return (
      <label className="chk">
        <input
          type="checkbox"
          {...common}
          checked={value === true}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      </label>
    );
  }
  // A text that the user typed is shown unchanged.
  const text = typeof value === 'number' && facts ? String(inputOf(facts, value)) : textIn(value);
  const names = form.spec.choicesOf?.(path);
  if (names || facts?.kind === 'choice') {
    return (
      <select {...common} value={text} onChange={event => onChange(event.currentTarget.value)}>
        {(names ? [...names.keys()] : (facts?.choices ?? [])).map(choice => (
          <option key={choice} value={choice}>
            {choiceOf(form, path, choice)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      type="text"
      inputMode={facts ? keyboardOf(facts) : 'text'}
      autoComplete="off"
      {...common}
      value={text}
      onChange={event => onChange(event.currentTarget.value)}
      onPaste={event => {
        const clip = event.clipboardData.getData('text');
        if (!/[\t\n]/.test(clip.trim())) return;
        event.preventDefault();
        onPaste(clip);
      }}
    />
  );
}
