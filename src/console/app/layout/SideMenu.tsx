import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { isLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { Icon } from '../../ui/Icon';
import { fetchScreen, type LoggedInRole, type RoutePath } from '../routes';
import {
  isGroup,
  type MenuEntry,
  type MenuGroup,
  type MenuItem,
  type MenuSign,
  menuId,
  shownMenu,
} from './menu';
import './side-menu.css';

type Signs = ReadonlyMap<RoutePath, MenuSign>;

interface Props {
  readonly role: LoggedInRole;
  readonly path: RoutePath;
  readonly nav: RefObject<HTMLElement | null>;
  /** Called when the user has chosen an entry: the overlay closes. */
  readonly onChoose: () => void;
  /** The alarm with the highest priority for each entry. */
  readonly signs?: Signs;
}

const noSigns: Signs = new Map();

export function SideMenu({ role, path, nav, onChoose, signs = noSigns }: Props) {
  const items = shownMenu(role);
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(() => new Set(groupsOf(items, path)));
  // The group of the open page is expanded, from wherever the user navigated to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items follow from the role
  useEffect(() => {
    setOpenGroups(open => new Set([...open, ...groupsOf(items, path)]));
  }, [path, role]);

  const toggle = (title: string) => {
    const next = new Set(openGroups);
    if (!next.delete(title)) next.add(title);
    setOpenGroups(next);
  };
  const entries = { path, signs, onChoose };
  return (
    <nav className="nav" id={menuId} ref={nav} aria-label={t('shell.menu')}>
      <ul>
        {items.map(item => (
          <li key={item.title}>
            {isGroup(item) ? (
              <Group group={item} isOpen={openGroups.has(item.title)} toggle={toggle} {...entries} />
            ) : (
              <Entry entry={item} {...entries} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function groupsOf(items: readonly MenuItem[], path: RoutePath): readonly string[] {
  return items
    .filter(isGroup)
    .filter(group => group.entries.some(entry => entry.path === path))
    .map(group => group.title);
}

interface EntriesProps {
  readonly path: RoutePath;
  readonly signs: Signs;
  readonly onChoose: () => void;
}

interface GroupProps extends EntriesProps {
  readonly group: MenuGroup;
  readonly isOpen: boolean;
  readonly toggle: (title: string) => void;
}

function Group({ group, isOpen, toggle, ...entries }: GroupProps) {
  const listId = useId();
  return (
    <>
      <button type="button" aria-expanded={isOpen} aria-controls={listId} onClick={() => toggle(group.title)}>
        {t(group.title)}
        {!isOpen && (
          <GravestSign signs={group.entries.flatMap(({ path }) => entries.signs.get(path) ?? [])} />
        )}
        <Icon name="chev" className="chev" />
      </button>
      <div className="sub" id={listId}>
        <ul>
          {group.entries.map(entry => (
            <li key={entry.path}>
              <Entry entry={entry} {...entries} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** A collapsed group shows the most severe alarm of its entries. */
function GravestSign({ signs }: { readonly signs: readonly MenuSign[] }) {
  const [first] = [...signs].sort(
    (a, b) => a.priority - b.priority || Number(b.isUnacknowledged) - Number(a.isUnacknowledged),
  );
  return first ? <AlarmSign {...first} /> : null;
}

function Entry({ entry, path, signs, onChoose }: EntriesProps & { readonly entry: MenuEntry }) {
  const sign = signs.get(entry.path);
  const foresight = useForesight(entry.path);
  return (
    <a
      href={entry.path}
      onClick={onChoose}
      {...foresight}
      aria-current={entry.path === path ? 'page' : undefined}
    >
      {t(entry.title)}
      {sign && <AlarmSign {...sign} />}
    </a>
  );
}

/** A pointer that stays on a link for less than this is only passing over it. */
const dwellMs = 120;

/**
 * Handlers for a link to a screen: they fetch its code and words when mouse, keyboard focus or finger is on the link. In low-traffic mode
 * only a press does.
 */
function useForesight(path: RoutePath) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fetchNow = () => void fetchScreen(path).catch(() => undefined);
  const leave = () => clearTimeout(timer.current);
  const approach = () => {
    leave();
    if (!isLowTraffic()) timer.current = setTimeout(fetchNow, dwellMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerEnter: approach,
    onPointerLeave: leave,
    onFocus: approach,
    onBlur: leave,
    onPointerDown: fetchNow,
  };
}
