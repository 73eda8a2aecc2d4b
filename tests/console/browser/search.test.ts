// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { changeSearch, currentSearch, onSearchChange } from '../../../src/console/browser/search';

afterEach(() => history.replaceState(null, '', '/'));

const of = (text: string) => new URLSearchParams(text);

test('a step adds to the history, anything else takes its place; the path stays', () => {
  history.replaceState(null, '', '/allarmi');
  const before = history.length;
  changeSearch(of('testo=inv'), false);
  expect([location.pathname, currentSearch(), history.length]).toEqual(['/allarmi', '?testo=inv', before]);
  changeSearch(of('stato=storico'), true);
  expect([currentSearch(), history.length]).toEqual(['?stato=storico', before + 1]);
  changeSearch(of(''), false);
  expect([location.pathname, currentSearch()]).toEqual(['/allarmi', '']);
});

test('a listener sees its own changes, those of the router and the back button, until it stops', () => {
  const listener = vi.fn();
  const stop = onSearchChange(listener);
  changeSearch(of('stato=storico'), true);
  expect(listener).toHaveBeenCalledTimes(1);
  changeSearch(of('stato=storico'), true);
  expect(listener, 'nothing has changed').toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('popstate'));
  dispatchEvent(new Event('pushState'));
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  changeSearch(of(''), true);
  dispatchEvent(new Event('popstate'));
  expect(listener).toHaveBeenCalledTimes(3);
});
