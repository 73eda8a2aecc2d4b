/** Epoch seconds. A clock that shows an earlier time is wrong: a device without a battery starts in 1970 until a time server sets it. */
export const earliestS = Date.UTC(2020, 0, 1) / 1000;
