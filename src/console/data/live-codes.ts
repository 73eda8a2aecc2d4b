import type { PointOf } from '../../contract/points';

/*
 * The codes of the live values that the first screens after a login request in one poll. They are here and not in the screens, so that the
 * login can request them before the code of the screen is loaded.
 */

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
export const inverterCodes = inverterQuantities.map(quantity => `inverter.${quantity}`).join(',');

/** Currents without deviations, which are calculated from them, so that the answer of the largest plant stays at 11 kB. */
export const stringCodes = 'stringhe.i,stringhe.quadro,stringhe.inverter,inverter.udc,impianto.poa';
