import { Worker } from 'node:worker_threads';
import { CallerLeft } from '../http/handler';
import type { FileJobName, InputOf, JobName } from './jobs';
import { errorOf, type Order, type Outcome, type ThreadData } from './messages';

export interface ThreadOptions {
  /** The program file, which in a worker thread only does long work. */
  readonly program: string;
  readonly dataFolder: string;
  /** Arguments of Node, where the program is not built. */
  readonly execArgv?: readonly string[];
  /** ms without work after which the thread ends, and its memory with it. */
  readonly idleMs?: number;
  /** ms that work may take, other than the verification of an archive. */
  readonly longestMs?: number;
}

type Unnumbered = Omit<Order, 'number'> & {
  readonly name: JobName | FileJobName;
  readonly input: InputOf<JobName | FileJobName>;
};

/** Enough for all years of the largest plant. Beyond its limit the thread ends, not the program. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };
const usualIdleMs = 30_000;
const usualLongestMs = 120_000;

/** The thread beside the one that samples. It starts with the first order, takes one after the other, and ends when there are none. */
export class WorkThread {
  readonly #options: ThreadOptions;
  readonly #left = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | null = null;
  #number = 0;
  #tail: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** The outcome of an order, which is made when its turn has come. Rejects with CallerLeft as soon as `left` is aborted. */
  run(make: () => Unnumbered, left?: AbortSignal): Promise<unknown> {
    const turn = this.#tail.then(() => {
      if (left?.aborted || this.#isClosed) throw new CallerLeft();
      return this.#carryOut(make(), left);
    });
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  /** Ends at once what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #carryOut(order: Unnumbered, left?: AbortSignal): Promise<unknown> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    const number = ++this.#number;
    // A document or a workbook is drawn without looking up, so its thread ends with it.
    const leave = () => ('unwritten' in order ? Atomics.store(this.#left, 0, number) : void this.#end());
    left?.addEventListener('abort', leave, { once: true });
    const late =
      order.name === 'archive'
        ? undefined
        : setTimeout(() => void this.#end(), this.#options.longestMs ?? usualLongestMs);
    try {
      return await answerOf(worker, { ...order, number });
    } catch (error) {
      throw left?.aborted ? new CallerLeft() : error;
    } finally {
      clearTimeout(late);
      left?.removeEventListener('abort', leave);
      this.#endWhenIdle();
    }
  }

  #start(): Worker {
    const { program, dataFolder, execArgv } = this.#options;
    const workerData: ThreadData = { dataFolder, left: this.#left.buffer as SharedArrayBuffer };
    const worker = new Worker(program, {
      workerData,
      resourceLimits,
      ...(execArgv && { execArgv: [...execArgv] }),
    });
    // Without a listener the failure of a thread would end the program. The call that waits for it has another one.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    worker.setMaxListeners(0);
    this.#worker = worker;
    return worker;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs ?? usualIdleMs);
    this.#idle.unref();
  }
}

/** Sends an order and waits for its outcome, or for the end of the thread. */
function answerOf(worker: Worker, order: Order): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      worker.off('message', onOutcome).off('error', onError).off('exit', onExit);
      settle();
    };
    const onOutcome = (outcome: Outcome) => {
      if (outcome.number !== order.number) return;
      end(() => ('failure' in outcome ? reject(errorOf(outcome.failure)) : resolve(outcome.value)));
    };
    const onError = (error: Error) => end(() => reject(error));
    const onExit = () => end(() => reject(new Error(`long work ended: ${order.name}`)));
    worker.on('message', onOutcome).on('error', onError).on('exit', onExit);
    worker.postMessage(order);
  });
}
