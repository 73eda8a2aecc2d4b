import type { View } from '../../device-screens/descriptor';
import { namesOf, sentences, silenceWords } from '../../device-screens/head-words';
import { t } from '../../i18n/translate';
import type { HeadWords } from '../../ui/panel-words';
import { agreesWithin, type Quality, qualityIn, type Sensor, valueWords } from './sensor';

/** How many sensors are without a fault, the problems of the others, and how many have nothing to be compared with. */
export function headWords(view: View<Sensor>): HeadWords {
  const { devices } = view;
  const total = devices.length;
  const of = (quality: Quality) => devices.filter(sensor => qualityIn(sensor, view) === quality);
  const good = of('good').length;
  const silence = silenceWords(devices);
  if (of('silent').length === total) return { title: t('panel.unknown'), text: silence };
  const said = (key: 'alone' | 'missing' | 'doubtful' | 'overdue' | 'disagrees', sensors: typeof devices) => {
    const values = { count: sensors.length, names: namesOf(sensors), percent: agreesWithin };
    return sensors.length === 0 ? '' : t(`sensors.said.${key}`, values);
  };
  const named = (quality: 'missing' | 'doubtful' | 'overdue' | 'disagrees') => said(quality, of(quality));
  const outside = of('outOfRange').map(sensor =>
    t('sensors.said.outOfRange', { name: sensor.name, value: valueWords(sensor) }),
  );
  return {
    title: good === total ? t('sensors.title.good') : t('sensors.title.some', { count: total - good, total }),
    text: sentences(
      ...outside,
      silence,
      named('missing'),
      named('disagrees'),
      named('doubtful'),
      named('overdue'),
      said(
        'alone',
        of('good').filter(({ deviation }) => deviation === null),
      ),
    ),
  };
}
