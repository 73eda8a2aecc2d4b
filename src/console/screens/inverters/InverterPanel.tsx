import { useMemo, useState } from 'react';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { DevicePanel, type PanelProps } from '../../devices/DevicePanel';
import type { View } from '../../devices/descriptor';
import { numberOf } from '../../devices/device-list';
import { InverterTile } from '../../devices/InverterTile';
import type { Today } from '../../devices/today';
import { deviceHref, rowLinkId } from '../../devices/use-open-device';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { inverterStateWord } from '../../ui/inverter-words';
import { Segments } from '../../ui/Segments';
import { usePhone } from '../../ui/use-phone';
import { CurvesPanel } from './CurvesPanel';
import type { Inverter } from './inverter-list';
import { lightDay, powerToday } from './power-today';

const looks = ['table', 'tiles'] as const;
type Look = (typeof looks)[number];

/** More inverters than this are shown as tiles at first, and without numbers (design, section 14). */
const mostInDetail = 24;

/** The inverters as a table with its tools, or as tiles. */
export function InverterPanel(props: PanelProps<Inverter>) {
  const { view, expected } = props;
  const isPhone = usePhone();
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
    <>
      {!isPhone && <CurvesPanel inverters={view.devices} zone={view.zone} />}
      <DevicePanel {...props} view={viewOfDay} tools={choice}>
        {look === 'tiles'
          ? inverters => <InverterTiles inverters={inverters} isCompact={isMany} view={view} />
          : null}
      </DevicePanel>
    </>
  );
}

/** The data of the lines in the table. It is not requested in low-traffic mode, nor on phones, whose cards have no lines. */
function useSparkDay(count: number, zone: string): Today | undefined {
  const isLow = useLowTraffic();
  const isPhone = usePhone();
  const isAsked = count > 0 && !isLow && !isPhone;
  const day = useResource(isAsked ? powerToday(zone) : null).value;
  return useMemo(() => day && lightDay(day, zone), [day, zone]);
}

interface Props {
  readonly inverters: readonly Inverter[];
  readonly isCompact: boolean;
  readonly view: View<Inverter>;
}

/** All inverters as tiles with name, sign and level; a click on a tile opens the inverter. */
function InverterTiles({ inverters, isCompact, view: { markOf, zone, isStill } }: Props) {
  const wordOf = ({ kind, isSilent, isDoubtful, ageS, sampledS }: Inverter) => {
    if (isStill) return formatTime(sampledS, zone, 'minute');
    if (isSilent) return t('common.ago', { time: formatDuration(ageS) });
    return isDoubtful ? t('panel.doubtful') : inverterStateWord(kind);
  };
  return (
    <div className="tiles">
      {inverters.map(inverter => (
        <InverterTile
          key={inverter.id}
          {...inverter}
          isCompact={isCompact}
          alarm={markOf(inverter)}
          powerKw={numberOf(inverter, 'pac')}
          share={inverter.level}
          medianShare={inverter.medianLevel}
          isStale={isStill || inverter.isSilent}
          word={wordOf(inverter)}
          href={deviceHref(inverter.id)}
          linkId={rowLinkId(inverter.id)}
        />
      ))}
    </div>
  );
}
