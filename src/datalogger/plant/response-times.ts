/** How quickly a device answered in some time, ms. */
export interface ResponseTimes {
  readonly answered: number;
  /** Requests that brought no answer of the device. */
  readonly missed: number;
  readonly least: number;
  readonly most: number;
  /** Answers by class: that of `index` is about `step ** index` ms. Keeps a day of answers in some hundred bytes. */
  readonly classes: Readonly<Record<number, number>>;
}

/** Neighbouring classes differ by a tenth: a median is right to a twentieth. */
const step = 1.1;
/** What is shorter is of the same class, ms. */
const shortest = 0.1;

export const noTimes: ResponseTimes = { answered: 0, missed: 0, least: 0, most: 0, classes: {} };

const classOf = (ms: number) => Math.round(Math.log(Math.max(shortest, ms)) / Math.log(step));

/** Counts answers until they are taken. */
export class ResponseCount {
  #missed = 0;
  #answered = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;
  #classes: Record<number, number> = {};

  /** `ms` until the answer; null where none came. */
  add(ms: number | null): void {
    if (ms === null) {
      this.#missed++;
      return;
    }
    const own = classOf(ms);
    this.#answered++;
    this.#least = Math.min(this.#least, ms);
    this.#most = Math.max(this.#most, ms);
    this.#classes[own] = (this.#classes[own] ?? 0) + 1;
  }

  /** What was counted since the last time; null where nothing was. */
  take(): ResponseTimes | null {
    const [answered, missed] = [this.#answered, this.#missed];
    if (answered + missed === 0) return null;
    const least = answered > 0 ? this.#least : 0;
    const times = { answered, missed, least, most: this.#most, classes: this.#classes };
    [this.#missed, this.#answered, this.#least, this.#most] = [0, 0, Number.POSITIVE_INFINITY, 0];
    this.#classes = {};
    return times;
  }
}

export function together(one: ResponseTimes, other: ResponseTimes): ResponseTimes {
  const classes = { ...one.classes };
  for (const [index, count] of Object.entries(other.classes))
    classes[Number(index)] = (classes[Number(index)] ?? 0) + count;
  const bothAnswered = one.answered > 0 && other.answered > 0;
  return {
    answered: one.answered + other.answered,
    missed: one.missed + other.missed,
    least: bothAnswered ? Math.min(one.least, other.least) : one.least + other.least,
    most: Math.max(one.most, other.most),
    classes,
  };
}

/** The time below which this share of the answers was, ms; null without answers. */
export function quantileOf({ answered, least, most, classes }: ResponseTimes, share: number): number | null {
  if (answered === 0) return null;
  const sorted = Object.entries(classes).sort(([a], [b]) => Number(a) - Number(b));
  let before = 0;
  const own = sorted.find(([, count]) => {
    before += count;
    return before > share * answered;
  });
  return Math.min(most, Math.max(least, own ? step ** Number(own[0]) : most));
}
