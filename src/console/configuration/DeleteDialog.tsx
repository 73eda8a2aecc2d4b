import type { Snapshot } from '../data/resource';
import { useResource } from '../data/use-resource';
import { type DeviceUses, usesOf } from '../data/uses';
import { t } from '../i18n/translate';
import { ConsentDialog } from './ConsentDialog';
import { Uses } from './Uses';

interface Props {
  /** The kind of a device, which others may use; undefined for other records. */
  readonly kind: string | undefined;
  readonly id: string;
  readonly name: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Before a record is deleted: who uses it, what is lost, and whether it is possible at all. */
export function DeleteDialog({ kind, id, name, isBusy, onConfirm, onClose }: Props) {
  const { value, error }: Snapshot<DeviceUses> = useResource(kind === undefined ? null : usesOf(kind, id));
  const isReading = kind !== undefined && !value && !error;
  const why = value && refusalOf(value);
  return (
    <ConsentDialog
      title={t('config.delete.title', { name })}
      confirm={t('config.delete.confirm', { name })}
      isBusy={isBusy || isReading}
      isPossible={!why}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isReading && <p>{t('config.reading')}</p>}
      {value && <Uses {...value} />}
      <p>{why || t('config.delete.text')}</p>
    </ConsentDialog>
  );
}

/** Why the datalogger would refuse; empty where it would not. */
function refusalOf({ users, figures }: DeviceUses): string {
  if (users.length > 0) return t('config.uses.first');
  return figures.length > 0 ? t('config.uses.last') : '';
}
