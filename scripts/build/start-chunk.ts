/** What the chunk options of the bundler give to know the graph. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const entry = new URL('../../src/console/start.tsx', import.meta.url).pathname;
let reached: ReadonlySet<string> | null = null;

/**
 * Names the chunk of everything that the login needs, so that it is one request on a slow line and not one for each piece
 * that some later screen shares.
 */
export function startChunk(id: string, graph: ModuleGraph): string | null {
  reached ??= staticallyReached(entry, graph);
  return reached.has(id) ? 'start' : null;
}

function staticallyReached(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
