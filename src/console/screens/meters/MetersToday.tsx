import type { View } from '../../device-screens/descriptor';
import type { Device } from '../../device-screens/device-list';
import { TodayCurves } from '../../device-screens/TodayCurves';
import { t } from '../../i18n/translate';
import { Bands } from './Bands';

/** Today's power of the meters against each other, and the energies by tariff band. */
export function MetersToday({ view }: { readonly view: View<Device> }) {
  const { devices, today, zone } = view;
  const lines = devices.map(({ id, name }) => ({
    code: `contatori.${id}.p`,
    label: name,
    unit: 'kW',
    decimals: 1,
  }));
  return (
    <>
      <TodayCurves charts={[{ title: t('meters.power'), lines }]} today={today} zone={zone} />
      <Bands view={view} />
    </>
  );
}
