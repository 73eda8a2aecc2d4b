import { useMemo } from 'react';
import { currentSession } from '../../data/session';
import { liveTable } from '../../data/table';
import { useLiveValues } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import type { Detail, TrendLine, View } from '../../device-screens/descriptor';
import { everyMs, readDevices } from '../../device-screens/device-list';
import { OpenedDevice } from '../../device-screens/OpenedDevice';
import { t } from '../../i18n/translate';
import { detailPoints, factGroups } from './detail-facts';
import { InverterDrawing, type OpenInverter } from './InverterDrawing';
import { inputsOf } from './inputs';
import { type Inverter, refineInverters } from './inverter-list';

interface Props {
  /** The inverter with the values of the list. */
  readonly inverter: Inverter;
  /** The view of the whole list. */
  readonly list: View<Inverter>;
}

function trendLinesOf({ id }: Inverter): readonly TrendLine[] {
  return [
    {
      code: `inverter.${id}.pac`,
      label: t('inverterDetail.fact.power'),
      unit: 'kW',
      decimals: 1,
      look: 'measured',
    },
    {
      code: 'impianto.poa',
      label: t('inverterDetail.irradiance'),
      unit: 'W/m²',
      decimals: 0,
      look: 'context',
    },
  ];
}

const detail: Detail<OpenInverter> = {
  trendLines: trendLinesOf,
  groups: factGroups,
  Drawing: InverterDrawing,
};
const noInputs: readonly never[] = [];
const screen = { detail, source: { group: 'inverter' } } as const;

/** All points of one inverter; the list requests only some of them. */
export function InverterDrawer({ inverter, list }: Props) {
  const { id } = inverter;
  const live = useMemo(
    () =>
      liveTable(`inverter.${id}`, everyMs, table =>
        refineInverters(readDevices(table, 'inverter', detailPoints)),
      ),
    [id],
  );
  const own = useLiveValues(live);
  const latest = own.snapshot.value?.devices[0] ?? inverter;
  const count = latest.values.get('ingressi') ?? null;
  const inputs = useMemo(() => inputsOf(Number(id), count), [id, count]);
  const device = {
    ...latest,
    medianLevel: inverter.medianLevel,
    peers: list.devices,
    inputs: useResource(inputs).value ?? noInputs,
  };
  const view = { ...list, list: undefined, devices: [device], isStill: list.isStill || own.isStill };
  return (
    <OpenedDevice device={device} screen={screen} view={view}>
      <Links inverter={latest} />
    </OpenedDevice>
  );
}

/** Links to other screens about the inverter, as far as the role may open them. */
function Links({ inverter: { id, name } }: Pick<Props, 'inverter'>) {
  const role = currentSession()?.role;
  const of = (what: string) => t('inverterDetail.of', { what, name });
  return (
    <p className="row">
      {role !== 'cci' && <a href={`/impianto/stringhe?inverter=${id}`}>{of(t('menu.strings'))}</a>}
      <a href={`/allarmi?stato=storico&tipo=inverter&dispositivo=${id}`}>{of(t('menu.alarms'))}</a>
      {role !== 'normal' && <a href={`/config/inverters?id=${id}`}>{t('inverterDetail.configure')}</a>}
    </p>
  );
}
