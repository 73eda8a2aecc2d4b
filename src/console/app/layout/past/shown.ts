import type { ApiError } from '../../../data/api-error';
import type { Moment } from '../../../data/moment';

/** Where the gnomon stands, and what is known of that moment. */
export interface Shown {
  /** Epoch seconds. */
  readonly gnomonS: number;
  /** It is dragged from now, and goes back when it is let go. */
  readonly isHeld: boolean;
  /** The moment on the screen: the one before, until the next is read; null before the first, and when the last could not be read. */
  readonly moment: Moment | null;
  readonly error: ApiError | null;
}
