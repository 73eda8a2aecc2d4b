import type { TestRole } from '../datalogger';
import { numbersFrom } from '../numbers';
import { pick } from './foreign-values';
import type { Pages } from './pages';
import { type Ground, Walker } from './walker';

/** What came of a walk. */
export interface Walked {
  /** What the console did that it must not do, each with what it was answered. */
  readonly complaints: readonly string[];
  /** Answers that were damaged. */
  readonly damages: number;
  readonly visits: number;
  /** Seconds until the slowest screen was whole again. */
  readonly longestRecoveryS: number;
}

const nonsense = /.{0,40}(?:undefined|NaN|\[object|Infinity).{0,40}/;
/** On each screen the datalogger is hostile for so long. */
const hostileS = 6;
/** Once its answers are whole, so is the screen, without a reload. */
const recoveryS = 60;
/** It is let come to itself after so many screens: what one of them brings along shows on the next. */
const visitsARecovery = 3;
/** A screen that is not whole after this long is compared with one of this moment: the plant may have changed. */
const compareAgainS = 35;
/** Requests a second, on average, beyond those that fill the screen. */
const mostPerSecond = 2;

/** A walk through screens of a datalogger that is hostile on each of them, and whole again before it is left. */
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

  /** Through so many screens: the first by its address, the others by the menu. */
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

  /** False when the page is of no more use. */
  async #visit(
    walker: Walker,
    path: string,
    go: () => Promise<void>,
    isRecovering: boolean,
  ): Promise<boolean> {
    const { hostile } = this.#ground;
    this.#visits += 1;
    const [callsBefore, passedBefore] = [hostile.calls.length, walker.passedS];
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
    const calls = hostile.calls.slice(callsBefore);
    const passedS = walker.passedS - passedBefore;
    if (calls.length > new Set(calls).size + mostPerSecond * passedS)
      this.#complain(path, `${calls.length} requests in ${passedS} s`);
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

/** Where two texts part, and where they meet again. */
function difference(sound: string, found: string): string {
  let from = 0;
  while (from < sound.length && sound[from] === found[from]) from += 1;
  const most = Math.min(sound.length, found.length) - from;
  let back = 0;
  while (back < most && sound.at(-1 - back) === found.at(-1 - back)) back += 1;
  const part = (text: string) => text.slice(Math.max(0, from - 20), text.length - back + 10).slice(0, 300);
  return `"${part(found)}" instead of "${part(sound)}"`;
}
