/**
 * What `react` and `react-dom/client` resolve to in the console: Preact, with the few habits of React that the sources rely on.
 * `preact/compat` has all of them and weighs 2 kB more, because it registers itself with Preact and therefore is never left out in parts.
 */
import {
  Component,
  type ComponentChildren,
  type ComponentType,
  createElement,
  options,
  render,
  type VNode,
} from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

export { Component, createElement, Fragment } from 'preact';
export {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks';

type Props = Readonly<Record<string, unknown>>;

/** Attributes of SVG that React names in camel case, such as `strokeWidth`. */
const drawingAttribute =
  /^(clip|dominant|fill|font|letter|marker|paint|pointer|stop|stroke|text|vector|word)[A-Z]/;

/** Fields whose `onChange` is called when they are left, as the browser does; React calls that of all others at every key. */
const isChosen = (type: unknown) => type === 'checkbox' || type === 'radio' || type === 'file';

/** The name by which Preact knows a property of React. */
function nameOf(name: string, element: string, { type }: Props): string {
  if (name === 'className') return 'class';
  // So that it becomes an attribute: the property of this name is a boolean, and "no" would make it true.
  if (name === 'translate') return 'Translate';
  if (name === 'onFocus') return 'onfocusin';
  if (name === 'onBlur') return 'onfocusout';
  if (name === 'onDoubleClick') return 'ondblclick';
  if (name === 'onChange') return /^(input|textarea)$/.test(element) && !isChosen(type) ? 'oninput' : name;
  return drawingAttribute.test(name) ? name.replace(/[A-Z]/g, '-$&').toLowerCase() : name;
}

const before = options.vnode;
options.vnode = (vnode: VNode) => {
  const { type, props } = vnode;
  if (typeof type === 'string') {
    const named: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(props)) named[nameOf(name, type, props)] = value;
    vnode.props = named as typeof props;
  }
  before?.(vnode);
};

/** As in React 19, for one root of a page: what is in the container is replaced. */
export function createRoot(container: Element) {
  container.textContent = '';
  return {
    render: (shown: ComponentChildren) => render(shown, container),
    unmount: () => render(null, container),
  };
}

const isEqual = (one: Props, other: Props) =>
  Object.keys({ ...one, ...other }).every(name => Object.is(one[name], other[name]));

/** A component that is rendered again only with other properties. */
export function memo<P extends Props>(
  component: ComponentType<P>,
  isSame: (one: P, other: P) => boolean = isEqual,
) {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P) {
      return !isSame(this.props, next);
    }

    override render() {
      return createElement(component, this.props);
    }
  };
}

/** The value of a store outside of the components. It may change between rendering and subscribing, so it is read again there. */
export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const value = read();
  const [{ shown }, update] = useState({ shown: { value, read } });
  const check = () => {
    if (!Object.is(shown.value, shown.read())) update({ shown });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stays the same object
  useLayoutEffect(() => {
    Object.assign(shown, { value, read });
    check();
  }, [subscribe, value, read]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stays the same object
  useEffect(() => {
    check();
    return subscribe(check);
  }, [subscribe]);
  return value;
}
