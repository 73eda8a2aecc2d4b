import type { SyntheticEvent } from 'react';
import { type LineDevice, TouchedLine } from '../../device-screens/touch/TouchedLine';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { volts } from '../../ui/line-words';
import { positionWord } from './head-words';
import { places } from './line-places';
import type { Protection } from './protection-list';

interface Props {
  readonly touch: SyntheticEvent;
  readonly protection: Protection;
  readonly isOld: boolean;
  readonly zone: string;
  readonly time: string;
}

/** The device of the line of a protection that is touched. */
export function TouchedSwitch({ protection, ...rest }: Props) {
  return <TouchedLine {...rest} places={places} devices={switchesOf(protection)} />;
}

/** The grid and the three switches; the details of the switches are the tables beside the drawing. */
function switchesOf(protection: Protection): readonly LineDevice[] {
  const { id, voltagesV, frequencyHz, state, started } = protection;
  const [voltageV = null] = voltagesV;
  const trend = { code: `spi.${id}.uab`, say: volts };
  const hertz = formatQuantity(frequencyHz, 2, 'Hz');
  return [
    {
      key: 'grid',
      x: places.gridX,
      name: t('touched.grid'),
      trend,
      group: 'contatori',
      value: volts(voltageV),
      notes: ['L1-L2', hertz],
    },
    {
      key: 'main',
      x: places.main,
      name: `${t('touched.main')} (DG)`,
      trend,
      value: positionWord(protection.mainBreaker),
      notes: [volts(voltageV), hertz],
    },
    {
      key: 'interface',
      x: places.interface,
      name: `${t('protection.fact.ddi')} (DDI)`,
      trend,
      above: 60,
      value: positionWord(protection.interfaceDevice),
      notes: [`${t('protection.fact.relay')}: ${t(`protection.state.${state}`)}`, ...started],
    },
    generatorOf(protection),
  ];
}

const generatorOf = ({ generatorDevice }: Protection): LineDevice => ({
  key: 'generator',
  x: places.generator,
  name: `${t('touched.generator')} (DDG)`,
  trend: null,
  value: positionWord(generatorDevice),
  notes: [],
});
