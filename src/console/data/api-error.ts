import type { ProblemCode } from '../../contract/problem';

/**
 * Why a call gave no usable answer:
 * `network` nobody answered · `timeout` no answer in time · `invalid` an answer that is not ours (HTML, cut, wrong types) ·
 * `session` no valid session · `problem` the datalogger refused, see `code`.
 */
export type FailureKind = 'network' | 'timeout' | 'invalid' | 'session' | 'problem';

interface Details {
  readonly status?: number;
  readonly code?: ProblemCode | undefined;
  /** Field of the body or query that is at fault. */
  readonly field?: string | undefined;
  /** Who is in the way, with `in_use`. */
  readonly by?: string | undefined;
  /** Seconds to wait before another try, from `Retry-After`. */
  readonly retryAfterS?: number | undefined;
}

export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly details: Details;

  constructor(kind: FailureKind, message: string, details: Details = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  /** The kind, or that the datalogger has no such thing: another one may do without. */
  get reason(): FailureKind | 'missing' {
    return this.details.status === 404 ? 'missing' : this.kind;
  }

  /** Whether it means that the datalogger cannot be reached, and not that it refused this one call. */
  get isOutage(): boolean {
    const { status = 0 } = this.details;
    return (
      this.kind === 'network' ||
      this.kind === 'timeout' ||
      this.kind === 'invalid' ||
      (status >= 502 && status <= 504)
    );
  }
}

/** Thrown by the readers of read.ts: the answer does not have the shape it must have. */
export function invalidAnswer(what: string): ApiError {
  return new ApiError('invalid', `invalid answer: ${what}`);
}
