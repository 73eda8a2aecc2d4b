import { noteDeviceDate } from './device-clock';
import { takeFile } from './early-file';

/**
 * A JSON file of the console itself. The language file comes before the first guard decides, so its `Date` tells the
 * datalogger's time in time.
 */
export async function loadFile(path: string): Promise<unknown> {
  const response = await takeFile(path);
  noteDeviceDate(response.headers.get('Date'));
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}
