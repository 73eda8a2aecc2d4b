/*
 * The page is not the console's alone: a browser's translation, a reading aid or an extension replaces text nodes, and what the console
 * then writes goes to a node that nobody sees, so that an old figure looks live. Live text is marked `translate="no"`, and what replaced
 * it all the same is taken back here.
 */

/** A part of what Preact has drawn, by the names of its build: `__k` are its children, `__e` is its node. */
interface Drawn {
  /** A component, the name of an element, or null for a text. */
  readonly type: unknown;
  /** The text itself, or the properties, named as in `react.ts`. */
  readonly props: string | number | { readonly Translate?: string };
  readonly __k?: readonly (Drawn | null)[] | null;
  readonly __e?: Text | Element | null;
}

declare global {
  interface Element {
    /** Of the container: what is drawn in it. */
    readonly __k?: Drawn;
  }
}

const childrenOf = ({ __k }: Drawn) => (__k ?? []).filter(child => child !== null);

/** The nodes of a part in its parent, in order. */
const nodesOf = (drawn: Drawn): readonly Node[] =>
  typeof drawn.type === 'function' ? childrenOf(drawn).flatMap(nodesOf) : drawn.__e ? [drawn.__e] : [];

/** Takes back what somebody else did to the live text of a part; returns whether there was anything. */
function restore(drawn: Drawn, isLive: boolean): boolean {
  const { type, props, __e: node } = drawn;
  if (typeof props !== 'object') {
    const isOther = isLive && node instanceof Text && node.data !== String(props);
    if (isOther) node.data = String(props);
    return isOther;
  }
  const isLiveHere = isLive || props.Translate === 'no';
  const children = childrenOf(drawn);
  const isFound = children.filter(child => restore(child, isLiveHere)).length > 0;
  if (!isLiveHere || typeof type !== 'string' || !(node instanceof Element)) return isFound;
  const nodes = children.flatMap(nodesOf);
  if (nodes.every(each => each.parentNode === node)) return isFound;
  node.replaceChildren(...nodes);
  return true;
}

/** Takes back what somebody else did to the live text in a container; returns whether there was anything. */
export const restoreOwnText = ({ __k }: Element): boolean => __k !== undefined && restore(__k, false);
