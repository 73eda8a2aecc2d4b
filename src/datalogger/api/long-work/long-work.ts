import { type Caller, CallerLeft } from '../http/handler';
import {
  type FileJobName,
  fileJobs,
  type InputOf,
  isShort,
  type JobName,
  jobs,
  type OutputOf,
  type Readers,
} from './jobs';
import type { WorkThread } from './thread';
import { Turns } from './turns';

/** For whom work is done. */
export interface By {
  readonly caller: Pick<Caller, 'accountId'>;
  /** Aborted when the caller has left; work that nobody waits for ends. */
  readonly left?: AbortSignal | undefined;
}

interface Options {
  /** Null where the databases are in memory: then work is done in this thread. */
  readonly thread: WorkThread | null;
  readonly readers: Readers;
  /** Whether the disk refuses: then what waits for it is only in the connections of this thread. */
  readonly isRefused: () => boolean;
}

/** Does long work: of each account one after the other, in a thread beside the one that samples. */
export class LongWork {
  readonly #options: Options;
  readonly #turns = new Turns();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * The output of a job. `make` is called at once, and where the job is not short also when its turn has come: it returns the input, or
   * the output where that has become known. 429 where too many calls of this account wait already.
   */
  async run<K extends JobName>(name: K, make: () => Made<K>, { caller, left }: By): Promise<OutputOf<K>> {
    const { thread, readers, isRefused } = this.#options;
    // A name and its input belong together, which the compiler cannot know of all names at once.
    const job = jobs[name] as unknown as (readers: Readers, input: InputOf<K>) => OutputOf<K>;
    const now = make();
    if ('output' in now) return now.output;
    if (isShort(name, readers.archive, now.input)) return job(readers, now.input);
    const isHere = thread === null || isRefused();
    const work = async (): Promise<OutputOf<K>> => {
      if (left?.aborted) throw new CallerLeft();
      const made = make();
      if ('output' in made) return made.output;
      if (isHere) return job(readers, made.input);
      const order = () => ({ name, input: made.input, unwritten: readers.archive.unwritten });
      return (await thread.run(order, left)) as OutputOf<K>;
    };
    return this.#turns.take(caller, work, isHere);
  }

  /** Work on what was sent or read before, such as a workbook or a document: of an account one after the other. */
  file<K extends FileJobName>(name: K, input: InputOf<K>, { caller, left }: By): Promise<OutputOf<K>> {
    const { thread } = this.#options;
    const work = () => {
      if (left?.aborted) throw new CallerLeft();
      return this.onFile(name, input, left);
    };
    return this.#turns.take(caller, work, thread === null);
  }

  /**
   * Work of this thread that makes its own pauses, such as a file of 20,000 rows: of an account one after the other. In each pause it calls
   * `go`, which throws where the caller has left.
   */
  inTurn<T>(work: (go: () => void) => Promise<T>, { caller, left }: By): Promise<T> {
    const go = () => {
      if (left?.aborted) throw new CallerLeft();
    };
    return this.#turns.take(caller, () => {
      go();
      return work(go);
    });
  }

  /** Work without the databases, which does not take turns. */
  async onFile<K extends FileJobName>(name: K, input: InputOf<K>, left?: AbortSignal): Promise<OutputOf<K>> {
    const { thread } = this.#options;
    // As with the jobs.
    const job = fileJobs[name] as unknown as (given: InputOf<K>) => Promise<OutputOf<K>>;
    if (thread === null) return job(input);
    return (await thread.run(() => ({ name, input }), left)) as OutputOf<K>;
  }

  close(): Promise<void> {
    return this.#options.thread?.close() ?? Promise.resolve();
  }
}

export type Made<K extends JobName> = { readonly input: InputOf<K> } | { readonly output: OutputOf<K> };
