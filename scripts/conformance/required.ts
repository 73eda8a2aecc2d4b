import type { Key } from '../../src/contract';

/** The calls of the specification (section 7) without which a datalogger cannot serve the console. */
export const required: ReadonlySet<Key> = new Set<Key>([
  'POST auth/register',
  'POST auth/authenticate',
  'GET auth/generale/:id',
  'GET auth/stato_datalogger/all',
  'GET account',
  'PUT account/:id',
  'DELETE account/:id',
  'GET dati_impianto/RT',
  'GET dati_impianto/daily',
  'GET dati_impianto/monthly',
  'GET dati_impianto/annual',
  'GET dati_impianto/energia_totale',
  'GET dati_impianto/energia_oggi',
  'GET dati_impianto/energia_prodotta_mese',
  'GET impianto/:id',
  'POST impianto',
  'PUT impianto/:id',
  'PATCH impianto/:id/network',
  'PATCH impianto/:id/KNX',
  'PATCH impianto/:id/dyn-dns',
  'PATCH impianto/:id/ups',
]);
