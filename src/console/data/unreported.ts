import { isObject, readArray } from './read';
import { resource } from './resource';

/** Answers whether a device never reports a point, so that a missing value will not come. */
export type IsUnreported = (group: string, device: number, point: string) => boolean;

export const unreported = resource('GET dati_impianto/mancanti', {}, (raw): IsUnreported => {
  const alike = readArray(raw, 'what is not reported').map(each => (isObject(each) ? each : {}));
  const has = (list: unknown, value: unknown) => Array.isArray(list) && list.includes(value);
  return (group, device, point) =>
    alike.some(({ gruppo, id, punti }) => gruppo === group && has(id, device) && has(punti, point));
});
