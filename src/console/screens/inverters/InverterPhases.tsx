import type { CellProps } from '../../devices/descriptor';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Inverter } from './inverter-list';

const phases = [
  { name: 'L1-L2', line: 'uab', current: 'ia' },
  { name: 'L2-L3', line: 'ubc', current: 'ib' },
  { name: 'L3-L1', line: 'uca', current: 'ic' },
] as const;

/** Line voltages, and the currents of L1, L2 and L3. */
export function InverterPhases({ device: { values } }: CellProps<Inverter>) {
  return (
    <table aria-label={t('inverterDetail.phases')}>
      <thead>
        <tr>
          <th scope="col">{t('inverterDetail.phases')}</th>
          <th scope="col" className="n">
            {t('inverterDetail.voltage')}
          </th>
          <th scope="col" className="n">
            {t('inverterDetail.current')}
          </th>
        </tr>
      </thead>
      <tbody>
        {phases.map(({ name, line, current }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="n">{formatQuantity(values.get(line), 0, 'V')}</td>
            <td className="n">{formatQuantity(values.get(current), 1, 'A')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
