import { getByText } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { Part } from '../../../src/console/i18n/words';
import { fetchAhead, Lazy } from '../../../src/console/ui/Lazy';
import { eventually } from '../../support/eventually';

test('a component that somebody fetched ahead is shown, even when it comes between the first drawing and its effects', async () => {
  const load = () => Promise.resolve(() => <p>arrived</p>);
  const props = {};
  const parts: readonly Part[] = [];
  function Screen() {
    // Ends in the microtasks after this drawing, before any effect.
    void fetchAhead(load, parts);
    return <Lazy load={load} parts={parts} props={props} waiting={<p>waiting</p>} />;
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<Screen />);
  await eventually(() => expect(getByText(place, 'arrived')).toBeTruthy());
  root.unmount();
  place.remove();
});
