import { noteDeviceDate } from './device-clock';

/**
 * A JSON file of the console itself, always checked against the server's copy (some servers send no Cache-Control). The
 * language file comes before the first guard decides, so its `Date` tells the datalogger's time in time.
 */
export async function loadFile(path: string): Promise<unknown> {
  const response = await fetch(path, { cache: 'no-cache' });
  noteDeviceDate(response.headers.get('Date'));
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}
