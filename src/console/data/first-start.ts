import { readObject } from './read';
import { resource } from './resource';

/** Whether this datalogger has no account yet. */
export const firstStart = resource(
  'GET auth/primo_avvio',
  {},
  raw => readObject(raw, 'first start').necessario === true,
);
