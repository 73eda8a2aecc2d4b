import { useLiveValues } from '../../data/use-live-resource';
import { t } from '../../i18n/translate';
import { kilowatts } from '../../ui/line-words';
import { deviceList } from '../device-list';

const plantPower = deviceList('impianto', ['pac']);

/** The generators at the end of a line, as one device: the power of the plant, asked for when a drawing is first touched. */
export function useField() {
  const [plant] = useLiveValues(plantPower).snapshot.value?.devices ?? [];
  return {
    key: 'field',
    name: t('drawings.oneLine.inverters'),
    value: kilowatts(plant?.values.get('pac') ?? null),
    notes: [plant?.isDoubtful ? t('panel.doubtful') : ''],
    trend: { code: 'impianto.pac', say: kilowatts },
    group: 'inverter',
  } as const;
}
