/**
 * Prints the traffic of one hour on the dashboard, headers included, in normal and in low-traffic mode, and fails above the limits
 * promised for metered lines: 1 MB and 60 kB. Uses real Chromium and the real datalogger, both on a clock that the script advances.
 */
import { consoleFolder } from '../tests/support/build-console';
import { launchChromium, plantOrigin } from '../tests/support/chromium';
import { startDatalogger } from '../tests/support/datalogger';
import { countReceived } from '../tests/support/received';

const hourMs = 3_600_000;
const stepMs = 5_000;
const settlingMs = 10_000;
/** After this time an open screen has loaded everything; what it loads is no traffic of the hour. */
const openingMs = 40_000;
const kB = 1000;

interface Hour {
  readonly requests: number;
  readonly bytes: number;
}

/** Opens the dashboard, waits until it is loaded, and counts everything that the browser receives in the following hour. */
export async function measureHour(isLowTraffic: boolean): Promise<Hour> {
  const datalogger = await startDatalogger({ consoleFolder, size: 'medium' });
  const { port } = await datalogger.listen();
  const browser = await launchChromium(port);
  try {
    const page = await browser.newPage({ locale: 'it-IT', viewport: { width: 1280, height: 800 } });
    await page.clock.install({ time: datalogger.clock.now() });
    await page.goto(`${plantOrigin}/notfound`);
    await page.evaluate(
      ([token, low]) => {
        sessionStorage.setItem('app.token', token);
        if (low) localStorage.setItem('traffico_ridotto', low);
      },
      [datalogger.login('admin'), isLowTraffic ? '1' : ''] as const,
    );
    await page.goto(`${plantOrigin}/`);
    await page.waitForLoadState('networkidle');
    // The page's clock stops here, so that it advances only together with the datalogger's, however slow the machine is.
    const startMs = datalogger.clock.now() + settlingMs;
    await page.clock.pauseAt(Math.max(startMs, (await page.evaluate(() => Date.now())) + 1000));
    const count = await countReceived(page);
    const pass = async (durationMs: number) => {
      for (let passedMs = 0; passedMs < durationMs; passedMs += stepMs) {
        datalogger.clock.advance(stepMs);
        datalogger.plantClock.advance(stepMs);
        await page.clock.runFor(stepMs);
        await count.settled();
      }
    };
    await pass(openingMs);
    const opened = count.all().length;
    await pass(hourMs);
    const ofHour = count.all().slice(opened);
    return { requests: ofHour.length, bytes: ofHour.reduce((sum, { bytes }) => sum + bytes, 0) };
  } finally {
    await browser.close();
    await datalogger.close();
  }
}

for (const [mode, isLow, goal] of [
  ['normal', false, 1000 * kB],
  ['low traffic', true, 60 * kB],
] as const) {
  const { requests, bytes } = await measureHour(isLow);
  const verdict = bytes <= goal ? 'ok' : 'over goal';
  if (bytes > goal) process.exitCode = 1;
  console.log(
    `${mode.padEnd(12)} ${String(bytes).padStart(8)} bytes / ${goal}  ${requests} requests  ${verdict}`,
  );
}
