import { ApiError } from './api-error';

/** The result of a call that changes something. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: ApiError };

/** Returns a refusal or a lost answer as a value: never rejects with an ApiError. */
export async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: 'done', value: await work() };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { kind: 'refused', error: cause };
  }
}
