import { ApiError } from '../../../data/api-error';
import { codesIn, codesOnScreen, readMoment, snapshotThen } from '../../../data/moment';
import { nowMs } from '../../../data/monotonic';
import { type Past, showPast } from '../../../data/past';
import { nothing, type Resource, type Snapshot } from '../../../data/resource';
import { setReadOnly } from '../../../data/transport';
import { formatTime } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { PastBar } from './PastBar';
import type { Shown } from './shown';

/** The gnomon rests this long before a moment is read, so that a drag does not read every moment on its way, ms. */
const restMs = 120;

/**
 * Puts moments of the archive in the place of the present. All that is on the screen is read before any of it is shown, one moment after
 * the other, and nothing can be ordered until the present is back.
 */
export class TimeMachine {
  readonly #zone: () => string;
  #shown: Shown | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  /** What the screen asked for and the moment does not have yet: another screen was opened, or a part of it. */
  readonly #needed = new Set<string>();
  readonly #snapshots = new Map<string, Snapshot<unknown>>();

  constructor(zone: () => string) {
    this.#zone = zone;
  }

  /** Null: the present is shown. */
  get shown(): Shown | null {
    return this.#shown;
  }

  /** Shows the moment at which the gnomon stands. */
  go(gnomonS: number, isHeld = false): void {
    const { gnomonS: there, isHeld: wasHeld } = this.#shown ?? {};
    if (there === gnomonS && wasHeld === isHeld) return;
    this.#show({ moment: null, ...this.#shown, gnomonS, isHeld, error: null });
    this.#readAfter(restMs);
  }

  readonly retry = (): void => {
    if (!this.#shown) return;
    this.#show({ ...this.#shown, error: null });
    this.#readAfter(0);
  };

  /** Shows the present. */
  readonly leave = (): void => {
    clearTimeout(this.#timer);
    this.#needed.clear();
    if (this.#shown) this.#show(null);
  };

  #show(next: Shown | null): void {
    if (next?.moment !== this.#shown?.moment) this.#snapshots.clear();
    this.#shown = next;
    setReadOnly(next !== null);
    showPast(next && this.#pastOf(next));
  }

  #pastOf(shown: Shown): Past {
    const { moment, gnomonS } = shown;
    const atS = moment?.atS ?? gnomonS;
    const time = formatTime(atS, this.#zone(), 'minute');
    return {
      atS,
      gnomonS,
      label: t('past.label', { time }),
      why: t('past.why'),
      bar: <PastBar shown={shown} zone={this.#zone()} onRetry={this.retry} onLeave={this.leave} />,
      alarms: moment?.alarms,
      headOf: state => ({ title: t('past.title', { time, state }), text: t('past.text') }),
      valuesOf: live => this.#valuesOf(shown, live),
    };
  }

  #valuesOf<T>({ moment, error }: Shown, live: Resource<T>): Snapshot<T> {
    // Answered, without a value: every value is a dash.
    const missing = { ...nothing, receivedMs: nowMs() };
    const codes = codesIn(live.id);
    const table = codes === null ? undefined : moment?.tables.get(codes);
    if (!table) {
      if (codes !== null && error === null) this.#need(codes);
      return missing;
    }
    // A resource has one reader, so what is kept for it is a T.
    const kept = this.#snapshots.get(live.id) as Snapshot<T> | undefined;
    const made = kept ?? snapshotThen(live, table);
    if (made) this.#snapshots.set(live.id, made);
    return made ?? missing;
  }

  #need(codes: string): void {
    if (this.#needed.has(codes)) return;
    this.#needed.add(codes);
    this.#readAfter(restMs);
  }

  #readAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), delayMs);
  }

  async #read(): Promise<void> {
    if (this.#isReading || !this.#shown) return;
    const { gnomonS } = this.#shown;
    this.#isReading = true;
    const found = await this.#find(gnomonS);
    this.#isReading = false;
    if (!this.#shown) return;
    this.#show({ ...this.#shown, ...found });
    // The gnomon was moved meanwhile, or another screen was opened.
    if (this.#shown.gnomonS !== gnomonS || this.#needed.size > 0) this.#readAfter(restMs);
  }

  async #find(gnomonS: number): Promise<Pick<Shown, 'moment' | 'error'>> {
    const codes = [...new Set([...codesOnScreen(), ...this.#needed])];
    this.#needed.clear();
    try {
      return { moment: await readMoment(gnomonS, codes), error: null };
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError('invalid', String(cause));
      return { moment: null, error };
    }
  }
}
