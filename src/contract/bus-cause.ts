import * as v from 'valibot';

/**
 * Why a device did not answer as it should: the connection was refused or closed, the host is not reached, nothing came in time, a Modbus
 * exception, a gateway that knows no such unit, a frame that breaks the rules, no SunSpec, a device of another kind, one with another
 * serial number than the configured one, an address that the datalogger never connects to; or the serial port is not there, or may not be
 * used: no permission, or in use; or its gateway numbers answers itself, which its record has to say.
 */
export const BusCause = v.picklist([
  'rifiutata',
  'non_raggiungibile',
  'scaduta',
  'eccezione',
  'unita_errata',
  'malformata',
  'non_sunspec',
  'tipo_diverso',
  'seriale_diverso',
  'indirizzo_vietato',
  'porta_assente',
  'porta_negata',
  'numeri_propri',
]);
export type BusCause = v.InferOutput<typeof BusCause>;
