import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';

/** Bytes that the service uses of those that it may use. What the kernel only caches of files is not counted: it is given back first. */
export interface MemoryUse {
  readonly used: number;
  readonly limit: number;
}

/** The first version of control groups writes a larger number where there is no limit. */
const noLimit = 2 ** 50;

/** Memory of this program's control group; null where it has no limit, and on a machine without control groups. */
export function memoryUse(root = '/sys/fs/cgroup', self = '/proc/self/cgroup'): MemoryUse | null {
  try {
    const groups = readFileSync(self, 'utf8').split('\n');
    const pathOf = (pattern: RegExp) => groups.map(line => pattern.exec(line)?.[1]).find(path => path);
    const first = pathOf(/^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/);
    const unified = pathOf(/^0::(.*)$/);
    if (first !== undefined) return useOf(join(root, 'memory', first), old);
    return unified === undefined ? null : useOf(join(root, unified), current);
  } catch {
    return null;
  }
}

/** Bytes of the heap that JavaScript uses of those that it may use (`--max-old-space-size`): beyond them the process aborts. */
export function heapUse(): MemoryUse {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return { used, limit };
}

/** Control group or heap, whichever is nearer to its limit. */
export function scarcestMemory(): MemoryUse {
  const [heap, group] = [heapUse(), memoryUse()];
  return group && group.used / group.limit > heap.used / heap.limit ? group : heap;
}

/** The names of the files, and of the bytes that are cached. */
const current = { limit: 'memory.max', used: 'memory.current', cached: /^file (\d+)$/m };
const old = { limit: 'memory.limit_in_bytes', used: 'memory.usage_in_bytes', cached: /^total_cache (\d+)$/m };

function useOf(folder: string, names: typeof current): MemoryUse | null {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  const limit = Number(read(names.limit));
  if (!(limit < noLimit)) return null;
  const cached = Number(names.cached.exec(read('memory.stat'))?.[1] ?? 0);
  return { used: Number(read(names.used)) - cached, limit };
}
