import './raw.css';
import { useState } from 'react';
import type { Role } from '../../../contract';
import type { Group } from '../../../contract/points';
import { readableGroups } from '../../../contract/readable-groups';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { useSession } from '../../data/session';
import { useResource } from '../../data/use-resource';
import { t, useLanguage } from '../../i18n/translate';
import { Segments } from '../../ui/Segments';
import { GroupView } from './GroupView';

/** The raw view: every value as the datalogger sends it, without menu and top bar. */
export function Screen() {
  useLanguage();
  const session = useSession();
  return session ? <SessionView role={session.role} /> : <GroupView group="impianto" zone={browserZone()} />;
}

/** With a session: every group that the role may read, one at a time. */
function SessionView({ role }: { readonly role: Role }) {
  const [group, setGroup] = useState<Group>('impianto');
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const choice = (
    <Segments
      label={t('raw.group')}
      values={readableGroups[role]}
      value={group}
      word={name => t(`raw.groups.${name}`)}
      onChoose={setGroup}
    />
  );
  return <GroupView key={group} group={group} zone={zone} choice={choice} isSearchable />;
}

/** Without a session the plant's time zone is not known: times are in the browser's zone and say so. */
function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || fallbackZone;
}
