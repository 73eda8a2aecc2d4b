import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { AlarmStore } from '../../storage/alarms/alarms';
import { createFiscalReadings } from '../../storage/config/fiscal-readings';
import { createLogbook } from '../../storage/config/logbook';
import { createWorkOrders } from '../../storage/config/work-orders';
import { openReader } from '../../storage/database/database';
import { ArchiveReader } from '../../storage/measures/archive-reader';
import { CallerLeft } from '../http/handler';
import { type FileJobName, fileJobs, type InputOf, type JobName, jobs, type Readers } from './jobs';
import { failureOf, type Order, type Outcome, type ThreadData } from './messages';

/** Does long work, in a thread of its own: answers each order of the thread that samples with its outcome. */
export function serveLongWork(): void {
  const { dataFolder, left }: ThreadData = workerData;
  const thread = new LongWorkThread(dataFolder, new Int32Array(left));
  parentPort?.on('message', async (order: Order) => {
    parentPort?.postMessage(await thread.outcomeOf(order));
  });
}

const isFileJob = (name: Order['name']): name is FileJobName => Object.hasOwn(fileJobs, name);

class LongWorkThread {
  readonly #dataFolder: string;
  readonly #left: Int32Array;
  #number = 0;
  #open: { readonly archive: ArchiveReader; readonly others: Omit<Readers, 'archive'> } | null = null;

  constructor(dataFolder: string, left: Int32Array) {
    this.#dataFolder = dataFolder;
    this.#left = left;
  }

  async outcomeOf(order: Order): Promise<Outcome> {
    const { number } = order;
    this.#number = number;
    try {
      return { number, value: await this.#carryOut(order) };
    } catch (error) {
      return { number, failure: failureOf(error) };
    }
  }

  #carryOut({ name, input, unwritten }: Order): unknown {
    // Name and input belong together, which the compiler cannot know of a message.
    if (isFileJob(name))
      return (fileJobs[name] as (given: InputOf<FileJobName>) => unknown)(input as InputOf<FileJobName>);
    if (!unwritten) throw new Error(`nothing of the archive for ${name}`);
    const { archive, others } = this.#readers();
    const work = jobs[name] as (readers: Readers, given: InputOf<JobName>) => unknown;
    return archive.read(unwritten, reading =>
      work({ ...others, archive: reading }, input as InputOf<JobName>),
    );
  }

  #readers() {
    const at = (name: string) => join(this.#dataFolder, name);
    if (this.#open) return this.#open;
    const config = openReader(at('config.db'));
    this.#open = {
      archive: new ArchiveReader(at('measures.db'), () => {
        if (Atomics.load(this.#left, 0) === this.#number) throw new CallerLeft();
      }),
      others: {
        alarms: new AlarmStore(openReader(at('alarms.db'))),
        logbook: createLogbook(config),
        workOrders: createWorkOrders(config),
        fiscalReadings: createFiscalReadings(config),
      },
    };
    return this.#open;
  }
}
