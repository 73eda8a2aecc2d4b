import type { Archived } from '../../../data/series';
import { t } from '../../../i18n/translate';
import { searchOf } from './query';
import { medianOf } from './signals';

/** What to do while nothing is chosen, and views to begin with; only of devices that there are. */
export function Examples({ archive }: { readonly archive: Archived }) {
  const firstOf = (group: string) => archive.groups.find(each => each.group === group)?.devices[0]?.id;
  const string = `stringhe.${firstOf('stringhe')}.i`;
  const examples = [
    ['light', 'settimana', ['impianto.pac', 'impianto.poa'], 'impianto'],
    ['yields', 'mese', ['inverter.yday'], 'inverter'],
    ['string', 'oggi', [string, medianOf(string)], 'stringhe'],
  ] as const;
  return (
    <section>
      <p>
        <b>{t('analysis.start')}</b>
        <br />
        {t('analysis.startHint')}
      </p>
      <ul className="kept">
        {examples
          .filter(([, , , group]) => firstOf(group) !== undefined)
          .map(([name, range, lines]) => {
            const query = { range, lines, compared: null, kind: 'linee', x: null, y: null } as const;
            return (
              <li key={name} className="row">
                <a href={`/stats&reports?${searchOf(query)}`}>{t(`analysis.example.${name}`)}</a>
              </li>
            );
          })}
      </ul>
    </section>
  );
}
