import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test } from 'vitest';
import { looks } from '../../../../src/console/screens/strings/heatmap-marks';
import { HeatMap } from '../../../../src/console/ui/heatmap/HeatMap';
import { eventually } from '../../../support/eventually';
import { speakItalian } from '../../../support/words';
import { exampleStrings } from '../../screens/strings/example-strings';

beforeAll(() => speakItalian(['strings']));

/** The looks, and how often a drawing has asked for one of them: once or more for each line that is drawn. */
function countedLooks() {
  const seen = { times: 0 };
  const counted = new Proxy(looks, {
    get(target, kind, receiver) {
      seen.times += 1;
      return Reflect.get(target, kind, receiver);
    },
  });
  return { seen, counted };
}

test('of 1,440 strings an answer draws again only the line in which one has changed', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const { seen, counted } = countedLooks();
  const show = (kinds: Parameters<typeof exampleStrings>[3]) =>
    root.render(
      <HeatMap
        groups={exampleStrings(60, 2, 12, kinds).owners}
        looks={counted}
        label="Mappa"
        readout={({ id }) => [id]}
        isNarrow={false}
        isStill={false}
        onOpen={() => undefined}
      />,
    );
  show({});
  await eventually(() => expect(place.querySelectorAll('path.h0')).toHaveLength(60));
  const before = [...place.querySelectorAll('path.h0')].map(path => path.getAttribute('d'));
  const ofAllLines = seen.times;
  seen.times = 0;
  show({ 30: 'open' });
  await eventually(() => expect(place.querySelectorAll('path.hx')).toHaveLength(1));
  const after = [...place.querySelectorAll('path.h0')].map(path => path.getAttribute('d'));
  expect(after.flatMap((path, line) => (path === before[line] ? [] : line))).toEqual([1]);
  // A line asks once for each of its cells and twice for each path, so one line of sixty is less than a twentieth.
  expect(seen.times).toBeGreaterThan(0);
  expect(seen.times).toBeLessThan(ofAllLines / 20);
  root.unmount();
  place.remove();
});
