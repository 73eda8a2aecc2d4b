/** A device of a drawing, or several that are drawn as one, as its card describes it. */
export interface DrawnDevice {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly notes: readonly string[];
  /** Time of the last sample of a device that does not respond, epoch seconds; null for the others. */
  readonly silentSinceS: number | null;
  /** The measure of the small curve; null if absent, or where several devices are one. */
  readonly trend: Trend | null;
  /** Where its details are; null where they are beside the drawing. */
  readonly href: string | null;
}

interface Trend {
  readonly code: string;
  readonly say: (value: number) => string;
}

/** How old the values of a drawing are. */
export interface Shown {
  readonly zone: string;
  readonly isOld: boolean;
  /** "dati delle 13:36" */
  readonly ageWords: string;
  /** The moment of the past that they are of; null for the present. */
  readonly past: object | null;
}
