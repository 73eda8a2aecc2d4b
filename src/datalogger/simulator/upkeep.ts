/** What is due again and again in a plant that is looked after: done in time, never overdue. */

const dayS = 86_400;
/** When the plant's first papers were signed: 14 February 2014. */
const firstDay = Date.UTC(2014, 1, 14) / 1000 / dayS;

/** Whole days at `t` until what comes every `periodDays` is due; renewed when only `reserveDays` are left. */
function daysLeft(t: number, periodDays: number, reserveDays: number, shiftDays: number): number {
  const interval = periodDays - reserveDays;
  const gone = Math.floor(t / dayS) - firstDay + shiftDays;
  return periodDays - (((gone % interval) + interval) % interval);
}

/** Calibration of a sensor, every two years, not all on the same day. */
export const calibrationDays = (sensor: number, t: number) => daysLeft(t, 730, 40, sensor * 97);

/** Check of an interface protection, every five years. */
export const checkDays = (t: number) => daysLeft(t, 1826, 60, 0);

/** Certificate of the plant controller, every year. */
export const certificateDays = (t: number) => daysLeft(t, 365, 60, 0);
