import { useState } from 'react';
import { indexNames, reportIndices } from '../../../contract/report-figures';
import type { Report } from '../../data/report';
import { useFieldHints } from '../../form/hints';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { FileButton } from '../../reporting/SheetTable';
import { scaleOf } from '../../reporting/sheet';
import { indicesSheet } from '../../reporting/sheets';
import { isUncertain, marked, trustWords } from '../../reporting/trust';
import { Explained } from '../../ui/Explained';
import { formulaOf } from './formulas';

interface Props {
  readonly report: Report;
  readonly comparedLabel: string;
}

/** All indices; on request the formula of one, first with symbols, then with values. */
export function IndicesPanel({ report, comparedLabel }: Props) {
  const [isExplained, setExplained] = useState(false);
  const { coverage, compared } = report;
  return (
    <section>
      <div className="ph">
        <h2>{t('report.indices')}</h2>
        <small>{t('report.coverage', { percent: formatQuantity(coverage.tempo, 1, '%') })}</small>
        {compared && <small>{t('statistics.grey', { period: comparedLabel })}</small>}
        <button
          type="button"
          className="o keep"
          aria-expanded={isExplained}
          onClick={() => setExplained(!isExplained)}
        >
          {t('statistics.formulas')}
        </button>
        <FileButton sheet={indicesSheet(report, comparedLabel)} report={report} />
      </div>
      {isExplained && <Symbols />}
      <dl className="indices">
        {indexNames.map(name => {
          const [unit, decimals] = reportIndices[name];
          const value = report.index(name);
          const { factor, ...shown } = scaleOf(unit, decimals, [value]);
          const quantity = (number: number | null) =>
            formatQuantity(number === null ? null : number * factor, shown.decimals, shown.unit);
          const why = trustWords(report, name, report);
          const formula = isExplained ? formulaOf(report, name) : null;
          return (
            <div key={name}>
              <dt>
                <Explained by={name}>{t(`report.index.${name}`)}</Explained>
              </dt>
              <dd>{marked(quantity(value), isUncertain(report, name, report))}</dd>
              {compared && <dd className="u">{quantity(compared.index(name))}</dd>}
              {why !== '' && <dd className="u">{why}</dd>}
              {formula && (
                <dd className="formula">
                  {formula.signs}
                  {formula.values !== '' && ` ≈ ${formula.values}`}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** What the symbols of the formulae mean, in the words of the datalogger. */
function Symbols() {
  const sentenceOf = useFieldHints('statistics');
  return <p className="u">{sentenceOf('symbols')}</p>;
}
