import { fireEvent, getByRole } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Dialog } from '../../../src/console/ui/Dialog';
import { eventually } from '../../support/eventually';

test('Esc closes at once, not after the browser has given the focus back, when the next key would be lost', async () => {
  let closed = 0;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const close = () => {
    closed += 1;
    root.render(null);
  };
  root.render(
    <Dialog title="Sure?" onClose={close}>
      <button type="button">Yes</button>
    </Dialog>,
  );
  await eventually(() => getByRole(place, 'dialog', { name: 'Sure?' }));
  const isLeftToBrowser = fireEvent.keyDown(getByRole(place, 'button'), { key: 'Escape' });
  expect([isLeftToBrowser, closed]).toEqual([false, 1]);
  await eventually(() => expect(place.innerHTML).toBe(''));
  place.remove();
});
