import './buttons.css';
import { useState } from 'react';
import { useConnection } from '../data/connection';
import { usePast } from '../data/past';
import { useSession } from '../data/session';
import { t } from '../i18n/translate';
import { Lazy } from '../ui/Lazy';
import type { OfferedCommand } from './offered-command';

const loadDialog = () => import('./CommandDialog').then(module => module.CommandDialog);
const commandParts = ['commands'] as const;

/** The label of a button and its command, with the values as measured now. */
export type LabelledCommand = readonly [label: string, offer: OfferedCommand];

interface Props {
  readonly commands: readonly LabelledCommand[];
  /** The name of the device that does not communicate and cannot be commanded; null while it communicates. */
  readonly silent: string | null;
}

/** The command buttons of a device or a group; nothing for users without the permission. */
export function CommandButtons({ commands, silent }: Props) {
  const session = useSession();
  const isLost = useConnection().state === 'lost';
  const past = usePast();
  const [opened, setOpened] = useState<string | null>(null);
  if (!session?.mayCommand) return null;
  const silence = silent === null ? '' : t('panel.commandsSilent', { name: silent });
  const why = past ? past.why : isLost ? t('panel.commandsLost') : silence;
  const offer = commands.find(([, { action }]) => action === opened)?.[1];
  return (
    <>
      <div className="row commands">
        {commands.map(([label, { action }]) => (
          <button
            key={action}
            type="button"
            className="o"
            disabled={why !== ''}
            onClick={() => setOpened(action)}
          >
            {label}
          </button>
        ))}
      </div>
      {why && <p className="u">{why}</p>}
      {offer && (
        <Lazy load={loadDialog} parts={commandParts} props={{ offer, onClose: () => setOpened(null) }} />
      )}
    </>
  );
}
