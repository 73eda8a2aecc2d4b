/** Periodic tasks of a well-maintained plant. They are done in time and never overdue. */

const dayS = 86_400;
/** Date of the plant's first documents: 14 February 2014. */
const firstDay = Date.UTC(2014, 1, 14) / 1000 / dayS;

/** Whole days from `t` until a task is due. It is repeated every `periodDays`, and done when only `reserveDays` are left. */
function daysLeft(t: number, periodDays: number, reserveDays: number, shiftDays: number): number {
  const interval = periodDays - reserveDays;
  const gone = Math.floor(t / dayS) - firstDay + shiftDays;
  return periodDays - (((gone % interval) + interval) % interval);
}

/** Days until the calibration of a sensor is due: every two years, on different days for different sensors. */
export const calibrationDays = (sensor: number, t: number) => daysLeft(t, 730, 40, sensor * 97);

/** Days until the check of an interface protection is due: every five years. */
export const checkDays = (t: number) => daysLeft(t, 1826, 60, 0);

/** Days until the certificate of the plant controller expires: it is valid for one year. */
export const certificateDays = (t: number) => daysLeft(t, 365, 60, 0);
