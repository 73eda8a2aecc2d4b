import { useState } from 'react';
import type { Role } from '../../../contract';
import { readableGroups } from '../../../contract/measures';
import type { Group } from '../../../contract/points';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { useResource } from '../../data/use-resource';
import { t } from '../../i18n/translate';
import { GroupView } from './GroupView';

/** With a session: every group that the role may read, one at a time. */
export function SessionView({ role }: { readonly role: Role }) {
  const [group, setGroup] = useState<Group>('impianto');
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const choice = (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset of a form
    <div className="seg" role="group" aria-label={t('raw.group')}>
      {readableGroups[role].map(name => (
        <button key={name} type="button" aria-pressed={name === group} onClick={() => setGroup(name)}>
          {t(`raw.groups.${name}`)}
        </button>
      ))}
    </div>
  );
  return <GroupView key={group} group={group} zone={zone} choice={choice} isSearchable />;
}
