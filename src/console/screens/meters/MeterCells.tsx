import { plantFacts } from '../../data/facts';
import { percentOf } from '../../data/statistics';
import { useResource } from '../../data/use-resource';
import type { CellProps } from '../../device-screens/descriptor';
import { type Device, numberOf } from '../../device-screens/device-list';
import { slotValue } from '../../device-screens/today';
import { Indicator } from '../../ui/Indicator';
import { Spark } from '../../ui/Spark';
import { roleOf } from './roles';

/** Power relative to the nominal power of the plant; for the production meter the mark is the expected power. */
export function Level({ device, view }: CellProps<Device>) {
  const { acKw = null } = useResource(plantFacts).value ?? {};
  const power = numberOf(device, 'p');
  const expected = roleOf(device) === 'production' ? (view.list?.plant.get('pattesa') ?? null) : null;
  return (
    <Indicator
      kind="level"
      value={percentOf(power === null ? null : Math.abs(power), acKw)}
      expected={percentOf(expected, acKw)}
    />
  );
}

export function MeterSpark({ device, view: { today } }: CellProps<Device>) {
  return today ? <Spark {...today} valueIn={slotValue(today, `contatori.${device.id}.p`)} /> : null;
}
