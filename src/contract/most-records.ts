/** How many schedules there are at most: the calendar has each of their runs, and the datalogger looks at all of them every second. */
export const mostSchedules = 200;
/** How many accounts there are at most: each has sessions, a budget of work, and a row in every list. */
export const mostAccounts = 200;
/** How many devices of a kind are configured at most: as many as a table brings at once. */
export const mostDevices = 5000;
