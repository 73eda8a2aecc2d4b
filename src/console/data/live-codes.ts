import type { Group, PointOf } from '../../contract/points';

/*
 * The codes of the live values that a screen requests in one poll. They are here and not in the screens, so that they can be requested
 * before the code of the screen is loaded.
 */

/** Points of a group, and totals of the plant with them: `codesOf('contatori', ['p', 'qac'], ['pac'])`. */
export function codesOf<G extends Group>(
  group: G,
  points: readonly PointOf<G>[],
  ofPlant: readonly PointOf<'impianto'>[] = [],
): string {
  return [...points.map(point => `${group}.${point}`), ...ofPlant.map(point => `impianto.${point}`)].join(
    ',',
  );
}

/** Everything that the dashboard shows, in the shortest query (`impianto` is shorter than the list of its points). */
export const dashboardCodes =
  'impianto,inverter.pac,inverter.pn,contatori.p,contatori.ruolo,spi.ddi,spi.dg,spi.f,spi.uab,cci.plim';

/** The points that are read from every inverter; units and meanings are in contract/points.ts. */
export const inverterQuantities = [
  'pac',
  'dev',
  'pdc',
  'udc',
  'idc',
  'cosphi',
  'eff',
  'tsnk',
  'eday',
  'yday',
  'plim',
  'pn',
  'kwp',
] as const satisfies readonly PointOf<'inverter'>[];
export const inverterCodes = codesOf('inverter', inverterQuantities);

/** Deviations as the datalogger has them, by which it classes the strings: the class and the figure beside it never differ. */
export const stringCodes =
  'stringhe.i,stringhe.dev,stringhe.quadro,stringhe.inverter,inverter.udc,impianto.poa';

/** The deviation is calculated from angle and target. */
export const trackerQuantities = [
  'ang',
  'tgt',
  'imot',
  'soc',
  'vento',
  'settore',
  'limite',
  'rientro',
] as const satisfies readonly PointOf<'tracker'>[];
export const trackerCodes = codesOf('tracker', trackerQuantities);

export const meterQuantities = [
  'ruolo',
  'p',
  'qac',
  's',
  'cosphi',
  'f',
  'ua',
  'ub',
  'uc',
  'uab',
  'ubc',
  'uca',
  'ia',
  'ib',
  'ic',
  'e_imm',
  'e_prel',
  'er1',
  'er2',
  'er3',
  'er4',
  'eday',
  'picco',
] as const satisfies readonly PointOf<'contatori'>[];
/** The power and the expected power of the plant, with which the meters are compared. */
export const meterPlantQuantities = ['pac', 'pattesa'] as const satisfies readonly PointOf<'impianto'>[];
export const meterCodes = codesOf('contatori', meterQuantities, meterPlantQuantities);

export const sensorQuantities = [
  'v',
  'tipo',
  'taratura',
  'sereno',
  'giudizio',
] as const satisfies readonly PointOf<'sensori'>[];
export const sensorCodes = codesOf('sensori', sensorQuantities);

export const signalQuantities = [
  'v',
  'raw',
  'tipo',
  'cambio',
  'oggi',
] as const satisfies readonly PointOf<'di'>[];
export const signalCodes = codesOf('di', signalQuantities);

export const protectionCodes = 'spi';
export const controllerCodes = 'cci,spi.link,spi.f,spi.dg,spi.ddi';
