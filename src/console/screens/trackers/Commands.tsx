import { useState } from 'react';
import { CommandButtons } from '../../commands/CommandButtons';
import { useSession } from '../../data/session';
import { t } from '../../i18n/translate';
import { usePhone } from '../../ui/use-phone';
import { actions, type Commanded, commandOf } from './tracker-commands';
import type { Tracker, TrackerGroup, TrackerList } from './tracker-list';

/** The commands of a tracker, a group or all, with their feedback. */
function Commands({ commanded }: { readonly commanded: Commanded }) {
  return (
    <CommandButtons
      commands={actions.map(action => [t(`trackers.offer.${action}`), commandOf(action, commanded)])}
      silent={commanded.trackers.every(({ isSilent }) => isSilent) ? commanded.name : null}
    />
  );
}

/** The commands of one tracker; none if its group is not known. */
export function OwnCommands({ tracker }: { readonly tracker: Tracker }) {
  const { id, name, sector } = tracker;
  if (sector === null) return null;
  return <Commands commanded={{ object: `tracker.${sector}.${id}`, name, trackers: [tracker] }} />;
}

/** The commands of all trackers, or of the selected group. */
export function GroupCommands({ list }: { readonly list: TrackerList }) {
  const [chosen, setChosen] = useState('');
  const isPhone = usePhone();
  if (useSession()?.role !== 'admin') return null;
  const groups = list.groups.filter(({ trackers }) => trackers[0]?.sector != null);
  const group = groups.find(({ name }) => name === chosen);
  const choice = (
    <div className="row send">
      <label className="row">
        {t('trackers.command.object')}
        <select className="keep" value={chosen} onChange={event => setChosen(event.currentTarget.value)}>
          <option value="">{t('trackers.command.all')}</option>
          {groups.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Commands commanded={group ? ofGroup(group) : ofAll(list)} />
    </div>
  );
  if (!isPhone) return choice;
  return (
    <details className="send">
      <summary>{t('trackers.command.object')}</summary>
      {choice}
    </details>
  );
}

const ofAll = ({ devices }: TrackerList): Commanded => ({
  object: 'tracker',
  name: t('trackers.command.everything'),
  trackers: devices,
});

const ofGroup = ({ name, trackers }: TrackerGroup): Commanded => ({
  object: `tracker.${trackers[0]?.sector}`,
  name: t('trackers.command.group', { name }),
  trackers,
});
