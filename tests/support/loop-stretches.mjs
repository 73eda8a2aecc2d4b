/**
 * Loaded by `--import` beside the program: writes how long its main thread did one piece of work on end, in time of its processor, which
 * other programs of the machine do not lengthen. A line of JSON for each of the longest, and the unit that they are compared with.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.STRETCHES;
/** ms between two looks. */
const everyMs = 5;
/** ms of the processor below which a stretch is not written, unless it lasted this long. */
const leastMs = 10;
const longMs = 500;

/** ms of the processor that the main thread has had, and that it had to wait for it since other programs had it; of other threads nothing. */
const scheduledMs = () =>
  readFileSync('/proc/self/schedstat', 'latin1')
    .split(' ', 2)
    .map(ns => Number(ns) / 1e6);
const processorMs = () => scheduledMs()[0];

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
  let [wall, [processor, waited]] = [performance.now(), scheduledMs()];
  setInterval(() => {
    const [nowWall, [nowProcessor, nowWaited]] = [performance.now(), scheduledMs()];
    const [ms, ofProcessorMs, waitedMs] = [nowWall - wall, nowProcessor - processor, nowWaited - waited];
    if (ofProcessorMs > leastMs || ms > longMs)
      write({ at: Date.now(), ms, processorMs: ofProcessorMs, waitedMs });
    [wall, processor, waited] = [nowWall, nowProcessor, nowWaited];
  }, everyMs).unref();
}
