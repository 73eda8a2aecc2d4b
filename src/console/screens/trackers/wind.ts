/**
 * When the field goes to safety, m/s and s: the usual settings of a tracker (domain brief, 1.3), which the
 * configuration of the trackers will tell where it is there.
 */
export const windLimits = { stow: 15, scale: 20, returnS: 900 } as const;
