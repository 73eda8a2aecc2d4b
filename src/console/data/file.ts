import { noteDeviceDate } from './device-clock';
import { takeFile } from './early-file';

/**
 * Loads a JSON file of the console. The language file is loaded before the first guard decides, so that its `Date` header gives the
 * datalogger's time early enough.
 */
export async function loadFile(path: string): Promise<unknown> {
  const response = await takeFile(path);
  noteDeviceDate(response.headers.get('Date'));
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}
