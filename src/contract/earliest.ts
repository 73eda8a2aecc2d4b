/** Epoch seconds before which no clock is right: a device without a battery wakes up in 1970 until a time server tells it. */
export const earliestS = Date.UTC(2020, 0, 1) / 1000;
