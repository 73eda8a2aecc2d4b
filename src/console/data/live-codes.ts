import type { PointOf } from '../../contract/points';

/*
 * What the first screens after a login ask of the live values in one poll. Here and not in the screens, so that the login can ask
 * before their code is there.
 */

/** All that the dashboard draws, in the fewest bytes (`impianto` is shorter than its points). */
export const dashboardCodes =
  'impianto,inverter.pac,inverter.pn,contatori.p,contatori.ruolo,spi.ddi,spi.dg,spi.f,spi.uab,cci.plim';

/** What is read of every inverter; units and meanings as in contract/points.ts. */
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
