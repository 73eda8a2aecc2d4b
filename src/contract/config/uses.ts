import * as v from 'valibot';

/**
 * Figures that need a device: the whole plant its inverters, the measured production and what is used on site a production meter, what is
 * exported and imported an exchange meter, PR and expected energy a sensor of irradiance, the expected power a temperature of the modules,
 * the wind that trackers react to an anemometer, the state of the interface a protection, limits and set-points a controller.
 */
export const figuresOfDevices = [
  'impianto',
  'produzione',
  'autoconsumo',
  'scambio',
  'irraggiamento',
  'attesa',
  'vento',
  'protezione',
  'controllore',
] as const;
export type FigureOfDevice = (typeof figuresOfDevices)[number];

/** What depends on a configured device. One with `usato_da`, or with `mancheranno` while it is enabled, cannot be deleted. */
export const DeviceUses = v.strictObject({
  /** Names of the records that refer to it. */
  usato_da: v.array(v.string()),
  /** Figures of which it is the last source in service: they are missing while it is disabled. Empty where it is disabled already. */
  mancheranno: v.array(v.picklist(figuresOfDevices)),
});
export type DeviceUses = v.InferOutput<typeof DeviceUses>;
