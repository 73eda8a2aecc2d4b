import { useMemo, useState } from 'react';
import { DevicePanel, type PanelProps } from '../../devices/DevicePanel';
import { t } from '../../i18n/translate';
import { Segments } from '../../ui/Segments';
import { InverterTiles } from './InverterTiles';
import type { Inverter } from './inverter-list';
import { useSparkDay } from './use-spark-day';

const looks = ['table', 'tiles'] as const;
type Look = (typeof looks)[number];

/** More inverters than this are tiles at first, and tiles without a number (design, section 14). */
const mostInDetail = 24;

/** The table of the inverters with its tools, or their tiles. */
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
