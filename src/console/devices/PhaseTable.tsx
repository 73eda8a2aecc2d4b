import { formatQuantity } from '../i18n/format';
import { t } from '../i18n/translate';
import { type Device, numberOf } from './device-list';

const rows = [
  { name: 'L1', phase: 'ua', line: 'uab', current: 'ia' },
  { name: 'L2', phase: 'ub', line: 'ubc', current: 'ib' },
  { name: 'L3', phase: 'uc', line: 'uca', current: 'ic' },
] as const;

/** Voltages and currents of the three phases; each line voltage is that to the next phase. */
export function PhaseTable({ device }: { readonly device: Device }) {
  const hasPhase = device.values.has('ua');
  const heads = hasPhase ? (['u', 'line', 'i'] as const) : (['line', 'i'] as const);
  return (
    <table aria-label={t('details.phases.title')}>
      <thead>
        <tr>
          <th scope="col">{t('details.phases.phase')}</th>
          {heads.map(head => (
            <th key={head} scope="col" className="n">
              {t(`details.phases.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, phase, line, current }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {hasPhase && <td className="n">{formatQuantity(numberOf(device, phase), 0, 'V')}</td>}
            <td className="n">{formatQuantity(numberOf(device, line), 0, 'V')}</td>
            <td className="n">{formatQuantity(numberOf(device, current), 1, 'A')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
