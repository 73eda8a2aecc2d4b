import { lightVerdicts } from '../../../contract/codes';
import { percentOf, sumOf } from '../../data/statistics';
import type { View } from '../../device-screens/descriptor';
import { numberOf } from '../../device-screens/device-list';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { FigureFacts } from '../../ui/Figure';
import { isUsable, type Kind, readingOf, type Sensor } from './sensor';

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null);
  const sum = sumOf(known);
  return sum === null ? null : sum / known.length;
}

/** Summary values of each kind of sensor, without the unreliable ones. */
export function figuresOf({ devices }: View<Sensor>): readonly FigureFacts[] {
  const usable = (kind: Kind) =>
    devices.filter(
      sensor =>
        sensor.kind === kind && isUsable(sensor) && numberOf(sensor, 'giudizio') !== lightVerdicts.drifts,
    );
  const figure = (
    kind: 'poa' | 'tmod' | 'tamb' | 'ws',
    [unit, decimals]: readonly [string, number],
  ): FigureFacts => {
    const sensors = usable(kind);
    const label = t(`sensors.figure.${kind}`);
    const only = sensors[0]?.name ?? '';
    return {
      label,
      help: kind === 'poa' ? 'irradiance' : kind,
      value: formatNumber(mean(sensors.map(readingOf)), decimals),
      unit,
      scale: null,
      // A sensor that is called what it measures has said it above.
      note:
        sensors.length > 1 ? t('sensors.figure.mean', { count: sensors.length }) : only === label ? '' : only,
    };
  };
  return [
    lightFigure(usable('poa'), figure('poa', ['W/m²', 0])),
    figure('tmod', ['°C', 1]),
    figure('tamb', ['°C', 1]),
    figure('ws', ['m/s', 1]),
    calibrationFigure(devices),
  ];
}

/** The irradiance on the modules compared with that of a clear sky. */
function lightFigure(sensors: readonly Sensor[], plain: FigureFacts): FigureFacts {
  const clear = mean(sensors.map(sensor => numberOf(sensor, 'sereno')));
  const percent = percentOf(mean(sensors.map(readingOf)), clear);
  if (percent === null) return plain;
  return {
    ...plain,
    scale: { kind: 'level', value: percent },
    note: t('sensors.figure.ofClearSky', { percent: formatQuantity(percent, 0, '%') }),
  };
}

function calibrationFigure(devices: readonly Sensor[]): FigureFacts {
  const due = devices
    .flatMap(sensor => {
      const days = numberOf(sensor, 'taratura');
      return days === null ? [] : { name: sensor.name, days };
    })
    .sort((a, b) => a.days - b.days)[0];
  return {
    label: t('sensors.figure.calibration'),
    help: 'calibration',
    value: formatNumber(due?.days, 0),
    unit: t('sensors.days'),
    scale: null,
    note: due?.name ?? '',
  };
}
