import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { mostSignals } from '../../../../contract/analysis-limits';
import type { Archived } from '../../../data/series';
import { t } from '../../../i18n/translate';
import { axisUnits, groupName, lineName, type Signal, signalsOf } from './signals';

interface Props {
  readonly archive: Archived;
  readonly chosen: readonly Signal[];
  readonly onAdd: (code: string) => void;
}

/** More results than this are not listed. */
const mostListed = 40;

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** A search field for a signal of a device: arrows and Enter choose, Esc closes. */
export function SignalPicker({ archive, chosen, onAdd }: Props) {
  const [group, setGroup] = useState('');
  return (
    <div className="pick">
      <label>
        {t('analysis.group')}
        <select className="keep" value={group} onChange={event => setGroup(event.currentTarget.value)}>
          <option value="">{t('analysis.anyGroup')}</option>
          {archive.groups.map(each => (
            <option key={each.group} value={each.group}>
              {groupName(each.group)}
            </option>
          ))}
        </select>
      </label>
      <SearchField {...{ archive, group, chosen, onAdd }} />
    </div>
  );
}

/** What is typed, whether the results are listed, and which of them is active. */
function useSearchState(listed: readonly Signal[], onChoose: (signal: Signal | undefined) => void) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const move = (step: number) => {
    setOpen(true);
    const next = isOpen ? active + step : active;
    setActive((next + listed.length) % Math.max(1, listed.length));
  };
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isOpen && { Enter: () => onChoose(listed[active]), Escape: () => setOpen(false) }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const show = () => {
    setActive(0);
    setOpen(true);
  };
  return { isOpen, active, show, onKeyDown, hide: () => setOpen(false) };
}

function SearchField({ archive, group, chosen, onAdd }: Props & { readonly group: string }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const all = useMemo(
    () => archive.groups.filter(each => group === '' || each.group === group).flatMap(signalsOf),
    [archive, group],
  );
  const found = useFound(all, chosen, typed);
  const listed = found.slice(0, mostListed);
  const add = (signal: Signal | undefined) => {
    if (!signal || whyNot(signal, chosen) !== null) return;
    onAdd(signal.code);
    setTyped('');
  };
  const { isOpen, active, show, hide, onKeyDown } = useSearchState(listed, add);
  const current = Math.min(active, listed.length - 1);
  return (
    <div>
      <label htmlFor={id}>{t('analysis.add')}</label>
      <input
        id={id}
        type="search"
        className="keep"
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current >= 0 ? `${id}-${current}` : undefined}
        aria-describedby={`${id}-hint`}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value);
          show();
        }}
        onClick={show}
        onBlur={hide}
        onKeyDown={onKeyDown}
      />
      <small id={`${id}-hint`}>{hintOf(chosen, all)}</small>
      <Results {...{ id, chosen, add }} listed={isOpen ? listed : []} active={current} />
      {isOpen && <p role="status">{countWords(found.length)}</p>}
    </div>
  );
}

interface ResultsProps extends Pick<Props, 'chosen'> {
  readonly id: string;
  readonly listed: readonly Signal[];
  readonly active: number;
  readonly add: (signal: Signal) => void;
}

function Results({ id, listed, active, chosen, add }: ResultsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('analysis.found')} hidden={listed.length === 0}>
      {listed.map((signal, row) => (
        <Option
          key={signal.code}
          id={`${id}-${row}`}
          signal={signal}
          why={whyNot(signal, chosen)}
          isActive={row === active}
          onAdd={() => add(signal)}
        />
      ))}
    </div>
  );
}

/** What is said of results that are not listed. */
function countWords(count: number): string {
  if (count === 0) return t('analysis.notFound');
  return count > mostListed ? t('analysis.more', { count: count - mostListed }) : '';
}

/** The signals that contain every word that is typed, and are not chosen yet. */
function useFound(all: readonly Signal[], chosen: readonly Signal[], typed: string): readonly Signal[] {
  const texts = useMemo(
    () => all.map(signal => `${groupName(signal.group)} ${lineName(signal)} ${signal.unit}`.toLowerCase()),
    [all],
  );
  const wanted = wordsOf(typed);
  return all.filter(
    ({ code }, row) =>
      wanted.every(word => texts[row]?.includes(word)) && !chosen.some(other => other.code === code),
  );
}

/** Why a signal cannot be added; null where it can. */
function whyNot({ unit }: Signal, chosen: readonly Signal[]): string | null {
  if (chosen.length >= mostSignals) return t('analysis.full');
  const units = axisUnits(chosen);
  return units.length < 2 || units.includes(unit)
    ? null
    : t('analysis.thirdUnit', { units: units.join(', ') });
}

function hintOf(chosen: readonly Signal[], all: readonly Signal[]): string {
  const [example] = all;
  if (chosen.length >= mostSignals) return t('analysis.full');
  return t('analysis.addHint', { example: example ? lineName(example) : '' });
}

interface OptionProps {
  readonly id: string;
  readonly signal: Signal;
  readonly why: string | null;
  readonly isActive: boolean;
  readonly onAdd: () => void;
}

function Option({ id, signal, why, isActive, onAdd }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={why !== null}
      ref={element => {
        if (isActive) element?.scrollIntoView?.({ block: 'nearest' });
      }}
      // The field keeps the focus.
      onMouseDown={event => event.preventDefault()}
      onClick={onAdd}
    >
      {lineName(signal)}
      {signal.unit !== '' && <span className="u">, {signal.unit}</span>}
      {why !== null && <small>{why}</small>}
    </div>
  );
}
