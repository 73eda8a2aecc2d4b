import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test } from 'vitest';
import { looks } from '../../../../src/console/screens/strings/heatmap-marks';
import { isException } from '../../../../src/console/screens/strings/string-list';
import { ExceptionsMap } from '../../../../src/console/ui/heatmap/ExceptionsMap';
import { eventually } from '../../../support/eventually';
import { speakItalian } from '../../../support/words';
import { exampleStrings } from '../../screens/strings/example-strings';

beforeAll(() => speakItalian(['strings', 'details']));

test.each([
  ['what is shown has more to it', { 30: 'open' }, /^\+1\.428 regolari $/],
  ['where nothing else is shown, nothing is added to it', {}, /^1\.440 regolari $/],
] as const)('the number of regular cells: %s', async (_, kinds, words) => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <ExceptionsMap
      groups={exampleStrings(60, 2, 12, kinds).owners}
      isRegular={string => !isException(string)}
      looks={looks}
      label="Mappa"
      readout={({ id }) => [id]}
      isNarrow={true}
      isStill={false}
      onOpen={() => undefined}
    />,
  );
  const button = () => place.querySelector('button[aria-expanded]');
  await eventually(() => expect(button()?.textContent).toMatch(words));
  (button() as HTMLButtonElement).click();
  await eventually(() => expect(button()?.getAttribute('aria-expanded')).toBe('true'));
  expect(button()?.textContent).toMatch(words);
  root.unmount();
  place.remove();
});
