import { fireEvent, getByRole } from '@testing-library/dom';
import { memo, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually';

/*
 * What the sources expect of `react`. The project `react` runs this on React, the project `preact` on `src/console/react.ts`, which ships.
 */

function show(element: ReactNode) {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = '<p>painted before</p>';
  const root = createRoot(place);
  root.render(element);
  return { place, root };
}

test('replaces what is in the container and removes its own with the root', async () => {
  const { place, root } = show(<b className="a">x</b>);
  await eventually(() => expect(place.innerHTML).toBe('<b class="a">x</b>'));
  root.unmount();
  await eventually(() => expect(place.innerHTML).toBe(''));
});

test('writes attributes of SVG with their hyphens and takes a class away', async () => {
  const drawing = (name?: string) => (
    <svg aria-hidden="true">
      <path className={name} strokeWidth="2" strokeDasharray="1 2" textAnchor="end" />
    </svg>
  );
  const { place, root } = show(drawing('a'));
  await eventually(() => expect(place.querySelector('path.a')).not.toBeNull());
  root.render(drawing());
  await eventually(() => expect(place.querySelector('path')?.hasAttribute('class')).toBe(false));
  const path = place.querySelector('path');
  expect(['stroke-width', 'stroke-dasharray', 'text-anchor'].map(name => path?.getAttribute(name))).toEqual([
    '2',
    '1 2',
    'end',
  ]);
  root.unmount();
});

test('leaves a text untranslated where translate is "no"', async () => {
  const { place, root } = show(<b translate="no">kW</b>);
  await eventually(() => expect(place.querySelector('b')).not.toBeNull());
  expect(place.querySelector('b')?.getAttribute('translate')).toBe('no');
  root.unmount();
});

test('calls onChange of a text field at every key, and onFocus and onBlur of a group for the fields in it', async () => {
  const calls: string[] = [];
  const { place, root } = show(
    // biome-ignore lint/a11y/noStaticElementInteractions: the group listens for its fields
    <div onFocus={() => calls.push('focus')} onBlur={() => calls.push('blur')}>
      <input onChange={event => calls.push(event.currentTarget.value)} defaultValue="a" />
    </div>,
  );
  await eventually(() => getByRole(place, 'textbox'));
  const field = getByRole(place, 'textbox');
  fireEvent.focusIn(field);
  fireEvent.input(field, { target: { value: 'ab' } });
  fireEvent.focusOut(field);
  expect(calls).toEqual(['focus', 'ab', 'blur']);
  root.unmount();
});

test('memo renders again only with other properties, or where its second argument finds a difference', async () => {
  const rendered: string[] = [];
  const Plain = memo(({ name }: { readonly name: string }) => {
    rendered.push(name);
    return name;
  });
  const ByLength = memo(
    ({ name }: { readonly name: string }) => {
      rendered.push(`length of ${name}`);
      return name;
    },
    (before, now) => before.name.length === now.name.length,
  );
  const of = (name: string) => (
    <p>
      <Plain name={name} />
      <ByLength name={name} />
    </p>
  );
  const { place, root } = show(of('one'));
  await eventually(() => expect(place.textContent).toBe('oneone'));
  root.render(of('one'));
  root.render(of('two'));
  await eventually(() => expect(place.textContent).toBe('twoone'));
  root.render(of('three'));
  await eventually(() => expect(place.textContent).toBe('threethree'));
  expect(rendered).toEqual(['one', 'length of one', 'two', 'three', 'length of three']);
  root.unmount();
});

test('a store that changes before its listener is there is shown with its new value', async () => {
  const listeners = new Set<() => void>();
  let value = 'old';
  const set = (next: string) => {
    value = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  function Reader() {
    return useSyncExternalStore(subscribe, () => value);
  }
  function Changer() {
    useEffect(() => set('new'), []);
    return null;
  }
  const { place, root } = show([<Changer key="a" />, <Reader key="b" />]);
  await eventually(() => expect(place.textContent).toBe('new'));
  set('newest');
  await eventually(() => expect(place.textContent).toBe('newest'));
  root.unmount();
  await eventually(() => expect(listeners.size).toBe(0));
});
