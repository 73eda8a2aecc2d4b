import { t } from '../../i18n/translate';
import { Segments } from '../../ui/Segments';
import { boxesToChoose, classes, type Filter, groupings, quantities, thresholdOf } from './filter';
import type { StringList } from './string-list';
import { kindWord } from './words';

interface Props {
  readonly list: StringList;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

/**
 * Selects the quantity of the map, an inverter, a box and a class. It uses only data that is already loaded, so it also works without a
 * connection.
 */
export function FilterBar({ list, filter, onFilter }: Props) {
  const { owner, box, kind } = filter;
  const chooseKind = (value: string) => {
    const chosen = classes.find(each => each === value);
    if (chosen) onFilter({ ...filter, kind: chosen });
  };
  return (
    <section className="row flt strf" aria-label={t('strings.filter.title')}>
      <Drawing filter={filter} onFilter={onFilter} />
      <div className="row">
        <Choice
          label={t('strings.filter.owner')}
          all={t('strings.filter.allOwners')}
          options={list.owners}
          value={owner}
          onChoose={value => onFilter({ ...filter, owner: value, box: '' })}
        />
        <Choice
          label={t('strings.filter.box')}
          all={t('strings.filter.allBoxes')}
          options={boxesToChoose(list, filter)}
          value={box}
          onChoose={value => onFilter({ ...filter, box: value })}
        />
        <select
          className="keep"
          aria-label={t('strings.filter.kind')}
          value={kind}
          onChange={event => chooseKind(event.currentTarget.value)}
        >
          {classes.map(each => (
            <option key={each} value={each}>
              {each === 'below'
                ? t('strings.filter.below')
                : each === 'all'
                  ? t('strings.filter.all')
                  : kindWord(each)}
            </option>
          ))}
        </select>
      </div>
    </section>
  );
}

/** Selects the quantity, the lines of the map, and the threshold for highlighting. */
function Drawing({ filter, onFilter }: Omit<Props, 'list'>) {
  const { quantity, grouping, threshold } = filter;
  return (
    <>
      <Segments
        label={t('strings.filter.quantity')}
        values={quantities}
        word={each => t(`strings.quantity.${each}`)}
        value={quantity}
        onChoose={value => onFilter({ ...filter, quantity: value })}
      />
      <Segments
        label={t('strings.filter.grouping')}
        values={groupings}
        word={each => t(`strings.grouping.${each}`)}
        value={grouping}
        onChoose={value => onFilter({ ...filter, grouping: value })}
      />
      <label>
        {t('strings.filter.threshold')}
        <input
          type="number"
          min="1"
          max="99"
          defaultValue={threshold}
          onChange={({ currentTarget }) =>
            onFilter({ ...filter, threshold: thresholdOf(currentTarget.value) ?? threshold })
          }
        />
        %
      </label>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

function Choice({ label, all, options, value, onChoose }: ChoiceProps) {
  return (
    <select
      className="keep"
      aria-label={label}
      value={value}
      onChange={event => onChoose(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
