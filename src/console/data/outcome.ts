import { ApiError } from './api-error';

/** What became of a call that changes something. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: ApiError };

/** Never rejects with an ApiError. */
export async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: 'done', value: await work() };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { kind: 'refused', error: cause };
  }
}
