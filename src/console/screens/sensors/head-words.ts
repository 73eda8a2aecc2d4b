import type { View } from '../../device-screens/descriptor';
import { namesOf, sentences, silenceWords } from '../../device-screens/head-words';
import { t } from '../../i18n/translate';
import type { HeadWords } from '../../ui/panel-words';
import { agreesWithin, type Quality, qualityIn, type Sensor, valueWords } from './sensor';

/** The number of reliable sensors, and the problems of the others. */
export function headWords(view: View<Sensor>): HeadWords {
  const { devices } = view;
  const total = devices.length;
  const of = (quality: Quality) => devices.filter(sensor => qualityIn(sensor, view) === quality);
  const good = of('good').length;
  const silence = silenceWords(devices);
  if (of('silent').length === total) return { title: t('panel.unknown'), text: silence };
  const named = (quality: 'missing' | 'doubtful' | 'overdue' | 'disagrees') => {
    const sensors = of(quality);
    const values = { count: sensors.length, names: namesOf(sensors), percent: agreesWithin };
    return sensors.length === 0 ? '' : t(`sensors.said.${quality}`, values);
  };
  const outside = of('outOfRange').map(sensor =>
    t('sensors.said.outOfRange', { name: sensor.name, value: valueWords(sensor) }),
  );
  return {
    title:
      good === total
        ? t('sensors.title.good', { count: total })
        : t('sensors.title.some', { count: total - good, total }),
    text: sentences(
      ...outside,
      silence,
      named('missing'),
      named('disagrees'),
      named('doubtful'),
      named('overdue'),
    ),
  };
}
