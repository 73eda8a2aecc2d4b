import { useMemo, useState } from 'react';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { DevicePanel, type PanelProps } from '../../devices/DevicePanel';
import type { Today } from '../../devices/today';
import { t } from '../../i18n/translate';
import { Segments } from '../../ui/Segments';
import { usePhone } from '../../ui/use-phone';
import { InverterTiles } from './InverterTiles';
import type { Inverter } from './inverter-list';
import { powerToday, sparkDay } from './power-today';

const looks = ['table', 'tiles'] as const;
type Look = (typeof looks)[number];

/** More inverters than this are shown as tiles at first, and without numbers (design, section 14). */
const mostInDetail = 24;

/** The inverters as a table with its tools, or as tiles. */
export function InverterPanel(props: PanelProps<Inverter>) {
  const { view, expected } = props;
  const [wishedLook, setLook] = useState<Look | null>(null);
  const isMany = Math.max(expected, view.devices.length) > mostInDetail;
  const look = wishedLook ?? (isMany ? 'tiles' : 'table');
  const today = useSparkDay(look === 'table' ? view.devices.length : 0, view.zone);
  const viewOfDay = useMemo(() => ({ ...view, today }), [view, today]);
  const choice = (
    <Segments
      className="end"
      label={t('inverters.view.title')}
      values={looks}
      value={look}
      word={each => t(`inverters.view.${each}`)}
      onChoose={setLook}
    />
  );
  return (
    <DevicePanel {...props} view={viewOfDay} tools={choice}>
      {look === 'tiles'
        ? inverters => <InverterTiles inverters={inverters} isCompact={isMany} view={view} />
        : null}
    </DevicePanel>
  );
}

/** The data of the lines in the table. It is not requested in low-traffic mode, nor on phones, whose cards have no lines. */
function useSparkDay(count: number, zone: string): Today | undefined {
  const isLow = useLowTraffic();
  const isPhone = usePhone();
  const isAsked = count > 0 && !isLow && !isPhone;
  const day = useResource(isAsked ? powerToday(zone, count, isPhone) : null).value;
  return useMemo(() => day && sparkDay(day, zone), [day, zone]);
}
