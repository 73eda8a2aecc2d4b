import { useState } from 'react';
import type { CommandOffer } from '../../commands/CommandDialog';
import { useConnection } from '../../data/connection';
import { useSession } from '../../data/session';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import type { Protection } from './protection-list';

const loadDialog = () => import('../../commands/CommandDialog').then(module => module.CommandDialog);
const commandParts = ['commands'] as const;

/** Sets the trip counter to zero, for those who may. */
export function ResetTrips({ protection }: { readonly protection: Protection }) {
  const role = useSession()?.role;
  const isLost = useConnection().state === 'lost';
  const [isOpen, setOpen] = useState(false);
  if (role !== 'admin') return null;
  return (
    <>
      <button
        type="button"
        className="o"
        disabled={isLost || protection.state === 'silent'}
        onClick={() => setOpen(true)}
      >
        {t('protection.reset.button')}
      </button>
      {isOpen && (
        <Lazy
          load={loadDialog}
          parts={commandParts}
          props={{ offer: offerOf(protection), onClose: () => setOpen(false) }}
        />
      )}
    </>
  );
}

function offerOf({ id, name, trips }: Protection): CommandOffer {
  return {
    object: `spi.${id}`,
    action: 'azzera_contatori',
    title: t('protection.reset.title', { name }),
    value: null,
    tell: count => formatNumber(count, 0),
    isReached: asked => (trips === null ? null : trips === asked),
    measured: formatNumber(trips, 0),
  };
}
