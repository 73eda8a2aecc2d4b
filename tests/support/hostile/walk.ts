import type { TestRole } from '../datalogger';
import { numbersFrom } from '../numbers';
import { pick } from './foreign-values';
import type { Pages } from './pages';
import { type Ground, Walker } from './walker';

/** The result of a walk. */
export interface Walked {
  /** Errors of the console, each with the damaged answers before it. */
  readonly complaints: readonly string[];
  /** Number of damaged answers. */
  readonly damages: number;
  readonly visits: number;
  /** Seconds until the slowest screen was correct again. */
  readonly longestRecoveryS: number;
}

const nonsense = /.{0,40}(?:undefined|NaN|\[object|Infinity).{0,40}/;
/** Seconds for which the datalogger is hostile on each screen. */
const hostileS = 6;
/** Within this many seconds of undamaged answers a screen must be correct again, without a reload. */
const recoveryS = 60;
/** The walk checks the recovery after this many screens, so that the effects of one screen can appear on the next. */
const visitsARecovery = 3;
/** A screen that is not correct after this many seconds is compared with a new page: the plant may have changed. */
const compareAgainS = 35;
/** Limit for requests per second, on average, in addition to the first requests of the screen. */
const mostPerSecond = 3;

/** A walk through screens: on each the datalogger is hostile for some seconds, then its answers are undamaged again. */
export class HostileWalk {
  readonly #ground: Ground;
  readonly #pages: Pages;
  readonly #seed: number;
  readonly #role: TestRole | null;
  readonly #complaints: string[] = [];
  #damages = 0;
  #visits = 0;
  #longestRecoveryS = 0;

  constructor(pages: Pages, seed: number, role: TestRole | null) {
    this.#ground = pages.ground;
    this.#pages = pages;
    this.#seed = seed;
    this.#role = role;
  }

  /** Visits this many screens: the first by its address, the others through the menu. */
  async throughMenu(role: TestRole, visits: number): Promise<Walked> {
    const random = numbersFrom(this.#seed);
    let walker = await this.#pages.walkerOf(role);
    const menu = await walker.menu();
    let here = '';
    for (let visit = 0; visit < visits; visit += 1) {
      here = pick(
        random,
        menu.filter(path => path !== here),
      );
      this.#ground.hostile.rage(Math.floor(random() * 2 ** 31));
      const go = () => (visit === 0 ? walker.open(here) : walker.follow(here));
      const isLast = visit % visitsARecovery === visitsARecovery - 1 || visit === visits - 1;
      if (await this.#visit(walker, here, go, isLast)) continue;
      await this.#pages.giveUp(role);
      walker = await this.#pages.walkerOf(role);
    }
    return this.#walked();
  }

  /** Opens one page by its address. */
  async atAddress(path: string): Promise<Walked> {
    this.#ground.hostile.rage(this.#seed);
    const walker = await Walker.enter(this.#ground, this.#role, path);
    await this.#visit(walker, path, async () => undefined, true);
    await walker.close();
    return this.#walked();
  }

  #walked(): Walked {
    return {
      complaints: this.#complaints,
      damages: this.#damages,
      visits: this.#visits,
      longestRecoveryS: this.#longestRecoveryS,
    };
  }

  #complain(path: string, what: string): void {
    const said = this.#ground.hostile.damages.map(({ call, name }) => `  ${call}: ${name}`);
    this.#complaints.push([`HOSTILE_SEED=${this.#seed} ${this.#role} ${path}: ${what}`, ...said].join('\n'));
  }

  /** Returns false if the page can no longer be used. */
  async #visit(
    walker: Walker,
    path: string,
    go: () => Promise<void>,
    isRecovering: boolean,
  ): Promise<boolean> {
    const { hostile } = this.#ground;
    this.#visits += 1;
    const [callsBefore, passedBefore] = [walker.calls.length, walker.passedS];
    try {
      await go();
      await walker.pass(hostileS / 2);
      await walker.use();
      await walker.pass(hostileS / 2);
      await this.#look(walker, path, 'hostile');
      await walker.leaveDrawer();
    } catch (error) {
      this.#complain(path, `cannot be used: ${String(error)}`);
      return false;
    } finally {
      hostile.rage(null);
      this.#damages += hostile.damages.length;
    }
    const isWhole = !isRecovering || (await this.#recover(walker, path));
    if (isRecovering) await this.#look(walker, path, 'whole again');
    const calls = walker.calls.slice(callsBefore);
    const passedS = walker.passedS - passedBefore;
    if (calls.length > new Set(calls).size + mostPerSecond * passedS)
      this.#complain(path, `${calls.length} requests in ${passedS} s: ${counted(calls)}`);
    return isWhole;
  }

  async #look(walker: Walker, path: string, when: string): Promise<void> {
    for (const error of walker.takeErrors()) this.#complain(path, `${when}: uncaught ${error.slice(0, 600)}`);
    const found = (await walker.shown()).match(nonsense);
    if (found) this.#complain(path, `${when}: shows ${found[0]}`);
    if (await walker.hasStopped()) this.#complain(path, `${when}: the screen has stopped`);
  }

  async #recover(walker: Walker, path: string): Promise<boolean> {
    let sound = await this.#pages.soundShape(this.#role, path);
    let shape = await walker.shape();
    let second = 0;
    for (; second < recoveryS && shape !== sound; second += 1) {
      if (second === compareAgainS) sound = await this.#pages.soundShapeNow(this.#role, path);
      else await walker.pass(1);
      // The address may name a device that was missing: its drawer opens when the device is back.
      await walker.leaveDrawer();
      shape = await walker.shape();
    }
    this.#longestRecoveryS = Math.max(this.#longestRecoveryS, second);
    if (shape === sound) return true;
    sound = await this.#pages.soundShapeNow(this.#role, path);
    if (shape === sound) return true;
    this.#complain(path, `not whole after ${recoveryS} s: ${difference(sound, shape)}`);
    return false;
  }
}

/** How often each call was made, the most frequent first. */
function counted(calls: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const call of calls.map(each => each.replace(/\?.*/, '')))
    counts.set(call, (counts.get(call) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  return byCount.map(([call, count]) => `${count} ${call}`).join(', ');
}

/** The parts in which two texts differ. */
function difference(sound: string, found: string): string {
  let from = 0;
  while (from < sound.length && sound[from] === found[from]) from += 1;
  const most = Math.min(sound.length, found.length) - from;
  let back = 0;
  while (back < most && sound.at(-1 - back) === found.at(-1 - back)) back += 1;
  const part = (text: string) => text.slice(Math.max(0, from - 20), text.length - back + 10).slice(0, 300);
  return `"${part(found)}" instead of "${part(sound)}"`;
}
