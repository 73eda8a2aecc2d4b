import type { Difference } from '../../../data/audit';
import { deviceFacts, fallbackZone } from '../../../data/facts';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { ChangeLines } from './Changes';
import { linesOf, objectWords } from './change-words';
import { usePlaces } from './use-places';

/** The changes that a restore would make, record by record. */
export function Differences({ differences }: { readonly differences: readonly Difference[] }) {
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
            <Row key={difference.object} {...difference} zone={zone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ object, changes, zone }: Difference & { readonly zone: string }) {
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
      </td>
    </tr>
  );
}
