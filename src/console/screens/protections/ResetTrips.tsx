import { CommandButtons } from '../../commands/CommandButtons';
import type { OfferedCommand } from '../../commands/offered-command';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Protection } from './protection-list';

/** Sets the trip counter to zero, for those who may. */
export function ResetTrips({ protection }: { readonly protection: Protection }) {
  const { name, state } = protection;
  return (
    <CommandButtons
      commands={[[t('protection.reset.button'), commandOf(protection)]]}
      silent={state === 'silent' ? name : null}
    />
  );
}

function commandOf({ id, name, trips }: Protection): OfferedCommand {
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
