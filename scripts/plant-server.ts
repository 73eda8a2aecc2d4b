/**
 * Shows the simulated plant as SunSpec devices over Modbus TCP, so that dataloggers and integrators can be tried without a plant, and
 * nobody meets a dead, slow or lying device for the first time on a roof.
 *
 * PLANT and PLANT_CLOCK as for the datalogger; HOST (127.0.0.1) and PORT (15020), the first line's, the others follow; PAGE_PORT (15080)
 * of the page on which faults are switched, on 127.0.0.1; FAULTS, a JSON file that is read again whenever it changes, as
 * {"0/3": "dead", "1": "gateway-timeout"}: unit 3 of line 0, and all of line 1.
 */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import * as v from 'valibot';
import { readSettings } from '../src/datalogger/settings';
import { Faults } from './plant-server/faults';
import { servePage } from './plant-server/page';
import { PlantServer } from './plant-server/plant';

const { HOST: host = '127.0.0.1', PORT = '15020', PAGE_PORT = '15080', FAULTS: faultsFile } = process.env;
const { plantSize: size, plantClock } = readSettings({ ...process.env, SOURCE: 'simulated', PORT });
const { startMs, speed } = plantClock ?? { startMs: Date.now(), speed: 1 };
const seed = 1;
const plant = await PlantServer.start({ size, seed, startAt: startMs / 1000, host, port: Number(PORT) });

const began = performance.now();
const timer = setInterval(() => plant.advance((startMs + (performance.now() - began) * speed) / 1000), 1000);

/** A file that cannot be read leaves the faults as they are. */
function readFaults(file: string): void {
  try {
    plant.faults = v.parse(Faults, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}
if (faultsFile) {
  readFaults(faultsFile);
  watchFile(faultsFile, { interval: 1000 }, () => readFaults(faultsFile));
}

const page = await servePage(plant, Number(PAGE_PORT));
for (const [line, port] of plant.ports.entries()) {
  const own = plant.units.filter(unit => unit.line === line).map(({ unit, name }) => `${unit} ${name}`);
  console.log(
    `${host}:${port}  ${own.length} units: ${own.slice(0, 4).join(', ')}${own.length > 4 ? ' ...' : ''}`,
  );
}
const address = page.address();
console.log(
  `Faults: http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : PAGE_PORT}`,
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    clearInterval(timer);
    page.close();
    page.closeAllConnections();
    if (faultsFile) unwatchFile(faultsFile);
    void plant.close();
  });
}
