import { deviationKind } from '../../data/deviation';
import { type Device, numberOf } from '../../device-screens/device-list';
import { formatDifference, formatNumber, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { KindSign } from '../../ui/heatmap/CellsDrawing';
import type { Looks } from '../../ui/heatmap/paths';
import { stringCurrents } from './inputs';
import './input-table.css';

interface Props {
  readonly inputs: readonly Device[];
}

/** The classes of a current below the others. */
const looks = {
  warning: { className: 'h2', mark: 'dot' },
  poor: { className: 'h3', mark: 'bar' },
  severe: { className: 'h4', mark: 'bars' },
} as const satisfies Looks;

const heads = [
  ['voltage', 'V'],
  ['current', 'A'],
  ['power', 'kW'],
  ['median', '%'],
] as const;

/** The MPPT inputs with the currents of their strings; a current well below the others is marked. */
export function InputTable({ inputs }: Props) {
  return (
    <>
      <h3>{t('inverterDetail.inputs.title')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t('inverterDetail.inputs.title')}>
        <table className="mppt">
          <thead>
            <tr>
              <th scope="col">MPPT</th>
              {heads.map(([label, unit]) => (
                <th key={label} scope="col" className="n">
                  {label === 'median' ? (
                    t('inverterDetail.inputs.median')
                  ) : (
                    <span className="sr">{t(`inverterDetail.inputs.${label}`)}</span>
                  )}{' '}
                  {unit}
                </th>
              ))}
              <th scope="col" className="n">
                {t('inverterDetail.inputs.strings')} A
              </th>
            </tr>
          </thead>
          <tbody translate="no">
            {inputs.map(input => (
              <InputRow key={input.id} input={input} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function InputRow({ input }: { readonly input: Device }) {
  const deviation = numberOf(input, 'dev');
  const kind = deviation === null ? 'good' : deviationKind(deviation);
  const currents = stringCurrents(input).map(ampere => formatNumber(ampere, 1));
  return (
    <tr className={kind === 'good' ? '' : 'dev'}>
      <th scope="row">{formatNumber(numberOf(input, 'ingresso'), 0)}</th>
      <td className="n">{formatNumber(numberOf(input, 'u'), 0)}</td>
      <td className="n">{formatNumber(numberOf(input, 'i'), 1)}</td>
      <td className="n">{formatNumber(numberOf(input, 'p'), 1)}</td>
      <td className="n">
        {kind !== 'good' && (
          <>
            <KindSign look={looks[kind]} />{' '}
            <span className="sr">{t(`inverterDetail.inputs.kind.${kind}`)}</span>
          </>
        )}
        {formatDifference(deviation, 1)}
      </td>
      <td className="n">{currents.length > 0 ? currents.join(' · ') : missing}</td>
    </tr>
  );
}
