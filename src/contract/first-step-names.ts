/** What an administrator does once after the first start. A file of its own: the dashboard needs no schemas. */
export const firstSteps = [
  'impianto',
  'dispositivi',
  'contatori',
  'allarmi',
  'notifiche',
  'backup',
  'amministratori',
] as const;
export type FirstStep = (typeof firstSteps)[number];
