import type { ProblemCode } from '../../contract/problem';

/**
 * Why a call gave no usable answer:
 * `network`: no answer. `timeout`: no answer in time. `invalid`: not an answer of the API (HTML, cut off, wrong types).
 * `session`: no valid session. `problem`: the datalogger refused, see `code`.
 */
export type FailureKind = 'network' | 'timeout' | 'invalid' | 'session' | 'problem';

interface Details {
  readonly status?: number;
  /** Path of the endpoint in the contract, such as `config/inverters/:id`. */
  readonly path?: string;
  readonly code?: ProblemCode | undefined;
  /** The invalid field of the body or query. */
  readonly field?: string | undefined;
  /** With `in_use`: the name of the record that already uses it. */
  readonly by?: string | undefined;
  /** Seconds to wait before the next attempt, from `Retry-After`. */
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

  /** The kind, or `missing` and the path of an endpoint that the datalogger does not provide. */
  get reason(): FailureKind | `missing ${string}` {
    return this.isNotProvided ? `missing ${this.details.path ?? ''}` : this.kind;
  }

  /** Whether the datalogger does not have the endpoint, which another datalogger may omit. A 404 at the path of a record means that the record is gone. */
  get isNotProvided(): boolean {
    const { status, path = '' } = this.details;
    return status === 405 || status === 501 || (status === 404 && !/:\w+$/.test(path));
  }

  /** Whether the datalogger cannot be reached; false when it refused only this call. */
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

/** Thrown by the readers of read.ts when the answer does not have the required shape. */
export function invalidAnswer(what: string): ApiError {
  return new ApiError('invalid', `invalid answer: ${what}`);
}
