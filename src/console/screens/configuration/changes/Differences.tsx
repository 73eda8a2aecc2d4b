import type { Difference } from '../../../data/audit';
import { deviceFacts, fallbackZone } from '../../../data/facts';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { ChangeLines } from './Changes';
import { linesOf, objectWords } from './change-words';
import { usePlaces } from './use-places';

interface Props {
  readonly differences: readonly Difference[];
  /** Narrows the restore to one object. */
  readonly pick: ((object: string) => void) | undefined;
}

/** The changes that a restore would make, record by record. */
export function Differences({ differences, pick }: Props) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <div className="scroll diff" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('setup.logWhat')}</th>
            <th scope="col">{t('setup.logChanges')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(difference => (
            <Row key={difference.object} {...difference} zone={zone} pick={pick} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ object, changes, zone, pick }: Difference & Pick<Props, 'pick'> & { readonly zone: string }) {
  const places = usePlaces(object, changes);
  const [first] = places ?? [];
  return (
    <tr>
      <th scope="row">{first ? objectWords(first[1], object) : object}</th>
      <td>
        <ChangeLines
          lines={(places ?? []).flatMap(([change, place]) =>
            linesOf(place, { object, change, together: changes, zone }),
          )}
        />
        {pick && (
          <button type="button" className="o" onClick={() => pick(object)}>
            {t('setup.restoreButton')}
          </button>
        )}
      </td>
    </tr>
  );
}
