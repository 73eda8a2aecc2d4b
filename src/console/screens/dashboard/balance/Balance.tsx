import { useId, useState } from 'react';
import { useResource } from '../../../data/use-resource';
import { useLanguage } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';
import { useMedia } from '../../../ui/use-media';
import { balanceIn, type Balance as Day, type Row } from './balance';
import './balance.css';

/** Lower windows show causes and tasks on request: the drawings below have the room. */
const high = '(min-height: 1000px), (max-width: 767px)';

/** What the day yielded, what is missing in it and why, what is still to come, and what to do. Absent where the datalogger has none. */
export function Balance() {
  const { value, error } = useResource(balanceIn(useLanguage()));
  if (!value) return error ? null : <div className="dayroom" />;
  return <Shown day={value} />;
}

function Shown({ day: { word, parts, lists } }: { readonly day: Day }) {
  const id = useId();
  const isHigh = useMedia(high);
  const [isAsked, setAsked] = useState<boolean | null>(null);
  const isOpen = isAsked ?? isHigh;
  return (
    <section className="dayb" translate="no">
      <div className="ph">
        <h2>{word('titolo')}</h2>
        <small>{word('somma')}</small>
        <button
          type="button"
          className="q"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setAsked(!isOpen)}
        >
          {word('fare')} ({lists.fare.length}) <Icon name="chev" />
        </button>
      </div>
      <Bar parts={parts} />
      <div id={id} className={isOpen ? 'why' : 'why onpaper'}>
        {(['cause', 'fare'] as const).map(name => (
          <div key={name}>
            <h3>{word(name)}</h3>
            {lists[name].length === 0 && <p>{word('nulla')}</p>}
            <ul>
              {lists[name].map(row => (
                <Item key={row.text} row={row} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

/** In proportion; all of it is written above. */
function Bar({ parts }: Pick<Day, 'parts'>) {
  return (
    <div className="bar4" aria-hidden="true">
      {parts.map((kWh, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
        <i key={index} style={{ flexGrow: kWh ?? 0 }} />
      ))}
    </div>
  );
}

function Item({ row: { text, note, href } }: { readonly row: Row }) {
  return (
    <li>
      <a href={href}>{text}</a> <small>{note}</small>
    </li>
  );
}
