import { readdirSync } from 'node:fs';
import { recordingSystem } from '../../src/datalogger/core/system/system';
import { readSettings } from '../../src/datalogger/settings';
import { start } from '../../src/datalogger/start';
import { localGuard } from './local-guard';

/*
 * The program as it runs on a box that it can shut down; instead of that, it prints the files that are in its data folder at that moment.
 */
const settings = readSettings(process.env);
const system = {
  ...recordingSystem(
    () => ({ cpuTemperature: null }),
    () => null,
  ),
  isRecording: false,
  shutDown: async () =>
    console.log(`shuts the box down, files: ${readdirSync(settings.dataFolder).sort().join(' ')}`),
};
const leave = () => process.exit(0);
const stop = await start(settings, line => console.log(line), { system, guard: localGuard, leave });
process.on('SIGTERM', () => void stop().then(leave));
