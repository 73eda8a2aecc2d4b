import type { SyntheticEvent } from 'react';
import { type LineDevice, TouchedLine } from '../../device-screens/touch/TouchedLine';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { kilowatts, volts } from '../../ui/line-words';
import type { Controller } from './controller-live';
import { places } from './line-places';

interface Props {
  readonly touch: SyntheticEvent;
  readonly controller: Controller;
  readonly isOld: boolean;
  readonly zone: string;
  readonly time: string;
}

/** The part of the line from the grid to the plant that is touched. */
export function TouchedPart({ controller, ...rest }: Props) {
  return <TouchedLine {...rest} places={places} devices={partsOf(controller)} />;
}

const kilovolts = (value: number | null) => volts(value && 1000 * value);

/** The grid, the point of delivery, and the two switches, which the protections screen details. */
function partsOf(controller: Controller): readonly LineDevice[] {
  const { id, breakers, p, q, voltageKv, frequencyHz } = controller;
  const switches = [
    ['main', `${t('touched.main')} (DG)`],
    ['interface', `${t('drawings.oneLine.interfaceDevice')} (DDI)`],
  ] as const;
  return [
    {
      key: 'grid',
      x: places.gridX,
      name: t('touched.grid'),
      group: 'spi',
      value: kilovolts(voltageKv),
      notes: [formatQuantity(frequencyHz, 2, 'Hz')],
      trend: { code: `cci.${id}.u`, say: kilovolts },
    },
    {
      key: 'meter',
      x: places.meter,
      above: 36,
      name: t('controller.delivery'),
      group: 'contatori',
      value: kilowatts(p),
      notes: [
        p === null ? '' : t(p >= 0 ? 'controller.note.exported' : 'controller.note.imported'),
        formatQuantity(q, 0, 'kvar'),
      ],
      trend: { code: `cci.${id}.p`, say: kilowatts },
    },
    ...switches.map(([key, name]) => ({
      ...({ key, name, x: places[key], notes: [], trend: null, group: 'spi' } as const),
      value: t(`controller.breaker.${breakers[key]}`),
    })),
  ];
}
