import { useState } from 'react';
import type { Role } from '../../../contract';
import { readableGroups } from '../../../contract/measures';
import type { Group } from '../../../contract/points';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { useResource } from '../../data/use-resource';
import { t } from '../../i18n/translate';
import { Segments } from '../../ui/Segments';
import { GroupView } from './GroupView';

/** With a session: every group that the role may read, one at a time. */
export function SessionView({ role }: { readonly role: Role }) {
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
