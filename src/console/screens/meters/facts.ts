import type { FactGroup } from '../../devices/descriptor';
import { type Device, numberOf } from '../../devices/device-list';
import { formatQuantity, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { quadrantOf, quadrants } from './quadrant';
import { roleOf, roleWord } from './roles';

/** The contents of a meter's drawer. */
export function factGroups(meter: Device): readonly FactGroup[] {
  const shown = (point: string, decimals: number, unit: string) =>
    formatQuantity(numberOf(meter, point), decimals, unit);
  const quadrant = quadrantOf(numberOf(meter, 'p'), numberOf(meter, 'qac'));
  return [
    {
      title: t('meters.detail.now'),
      facts: [
        [t('meters.column.role'), roleWord(roleOf(meter))],
        [t('meters.power'), shown('p', 1, 'kW')],
        [t('meters.detail.q'), shown('qac', 1, 'kvar')],
        [t('meters.detail.s'), shown('s', 1, 'kVA')],
        [t('meters.column.cosphi'), shown('cosphi', 3, '')],
        [t('meters.detail.quadrant'), quadrant ? t(`meters.quadrant.q${quadrant}`) : missing],
        [t('meters.detail.f'), shown('f', 2, 'Hz')],
      ],
    },
    {
      title: t('meters.detail.registers'),
      facts: [
        [t('meters.detail.exported'), shown('e_imm', 1, 'kWh')],
        [t('meters.detail.imported'), shown('e_prel', 1, 'kWh')],
        ...quadrants.map(
          each =>
            [
              t('meters.detail.reactive', { quadrant: t(`meters.quadrant.q${each}`) }),
              shown(`er${each}`, 1, 'kvarh'),
            ] as const,
        ),
        [t('meters.detail.today'), shown('eday', 1, 'kWh')],
        [t('meters.figure.peak'), shown('picco', 1, 'kW')],
      ],
    },
  ];
}
