/** Powers of ten of a unit that one step of a register may be: from a milliwatt-hour to a megawatt-hour, in kWh. */
export const stepExponents = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3] as const;

/** Registers of 32 and 64 bits that are all ones, the greatest that has a sign, and the least that has one, read without it. */
const codes = [2 ** 32 - 1, 2 ** 31 - 1, 2 ** 31, 2 ** 64, 2 ** 63];

/**
 * Whether a counter holds a code with which devices say "not there", in whatever step it counts: all ones, or 0x8000… read without
 * sign. A driver knows the codes of its registers; many makers use others than their own table says.
 */
export function isAbsentCode(value: number): boolean {
  if (value < 2147) return false;
  return stepExponents.some(exponent => {
    const steps = exponent < 0 ? value * 10 ** -exponent : value / 10 ** exponent;
    return codes.some(code => Math.abs(steps - code) <= 1e-13 * code);
  });
}
