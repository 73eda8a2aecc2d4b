import { type Json, textOrNull } from '../../data/read';
import { missing } from '../../i18n/format';
import { t } from '../../i18n/translate';

/** What a restore would change, record by record. */
export function Differences({ rows }: { readonly rows: readonly Json[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <div className="scroll diff" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('system.logWhat')}</th>
            <th scope="col">{t('system.logChanges')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ oggetto, campo, vecchio, nuovo }) => (
            <tr key={`${textOrNull(oggetto)} ${textOrNull(campo)}`}>
              <th scope="row">
                {textOrNull(oggetto)} <span className="u">{textOrNull(campo)}</span>
              </th>
              <td>
                {valueText(vecchio)} → <b>{valueText(nuovo)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const valueText = (value: unknown) =>
  typeof value === 'boolean' ? String(value) : (textOrNull(value) ?? missing);
