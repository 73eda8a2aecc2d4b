/**
 * Loaded by `--import` beside the program: writes how long its main thread did one piece of work on end, in time of its processor, which
 * other programs of the machine do not lengthen. A line of JSON for each of the longest, and the unit that they are compared with.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.STRETCHES;
/** ms between two looks. */
const everyMs = 5;
/** ms below which a stretch is not written. */
const leastMs = 10;

/** ms of the processor that the main thread has had; of other threads nothing. */
const processorMs = () => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;

/** A fixed piece of work of the kind that the program does: about 10 ms. */
function unit() {
  const rows = Array.from({ length: 4000 }, (_, at) => ({ id: at, nome: `INV ${at}`, potenza: at / 7 }));
  return JSON.stringify(JSON.parse(JSON.stringify(rows))).length;
}

function unitMs() {
  const times = Array.from({ length: 15 }, () => {
    const began = processorMs();
    unit();
    return processorMs() - began;
  });
  return times.sort((a, b) => a - b)[7];
}

if (isMainThread && file) {
  const write = line => appendFileSync(file, `${JSON.stringify(line)}\n`);
  write({ unitMs: unitMs() });
  let [wall, processor] = [performance.now(), processorMs()];
  setInterval(() => {
    const [nowWall, nowProcessor] = [performance.now(), processorMs()];
    const [ms, ofProcessorMs] = [nowWall - wall, nowProcessor - processor];
    if (ofProcessorMs > leastMs) write({ at: Date.now(), ms, processorMs: ofProcessorMs });
    [wall, processor] = [nowWall, nowProcessor];
  }, everyMs).unref();
}
