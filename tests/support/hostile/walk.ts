import type { TestRole } from '../datalogger';
import { numbersFrom } from '../numbers';
import { pick } from './foreign-values';
import { type Ground, Walker } from './walker';

/** What came of a walk. */
export interface Walked {
  /** What the console did that it must not do, each with what it was answered. */
  readonly complaints: readonly string[];
  /** Answers that were damaged. */
  readonly damages: number;
}

const nonsense = /.{0,40}(?:undefined|NaN|\[object|Infinity).{0,40}/;
/** On each screen the datalogger is hostile for so long. */
const hostileS = 10;
/** Once its answers are whole, so is the screen, without a reload. */
const recoveryS = 60;
/** Requests a second, on average, beyond those that fill the screen. */
const mostPerSecond = 2;

/** How screens look when all is well, by role and path. */
export type Shapes = Map<string, string>;

/** The screen as a page shows it that has only whole answers. */
async function soundShape(ground: Ground, role: TestRole | null, path: string): Promise<string> {
  const walker = await Walker.enter(ground, role, path, true);
  await walker.pass(3);
  const shape = await walker.shape();
  await walker.close();
  return shape;
}

/** A walk through screens of a datalogger that is hostile on each of them, and whole again before it is left. */
export class HostileWalk {
  readonly #ground: Ground;
  readonly #shapes: Shapes;
  readonly #seed: number;
  readonly #role: TestRole | null;
  readonly #complaints: string[] = [];
  #damages = 0;

  constructor(ground: Ground, shapes: Shapes, seed: number, role: TestRole | null) {
    this.#ground = ground;
    this.#shapes = shapes;
    this.#seed = seed;
    this.#role = role;
  }

  /** Through so many screens of the menu, by the menu. */
  async throughMenu(visits: number): Promise<Walked> {
    const random = numbersFrom(this.#seed);
    const start = this.#role === 'cci' ? '/impianto/inverters' : '/';
    let walker = await Walker.enter(this.#ground, this.#role, start);
    const menu = await walker.menu();
    let here = start;
    for (let visit = 0; visit < visits; visit += 1) {
      here = pick(
        random,
        menu.filter(path => path !== here),
      );
      this.#ground.hostile.rage(Math.floor(random() * 2 ** 31));
      const isSound = await this.#visit(walker, here, () => walker.follow(here));
      if (isSound) continue;
      await walker.close();
      walker = await Walker.enter(this.#ground, this.#role, here);
    }
    await walker.close();
    return this.#walked();
  }

  /** Opens one page by its address. */
  async atAddress(path: string): Promise<Walked> {
    this.#ground.hostile.rage(this.#seed);
    const walker = await Walker.enter(this.#ground, this.#role, path);
    await this.#visit(walker, path, async () => undefined);
    await walker.close();
    return this.#walked();
  }

  #walked(): Walked {
    return { complaints: this.#complaints, damages: this.#damages };
  }

  #complain(path: string, what: string): void {
    const said = this.#ground.hostile.damages.map(({ call, name }) => `  ${call}: ${name}`);
    this.#complaints.push([`HOSTILE_SEED=${this.#seed} ${this.#role} ${path}: ${what}`, ...said].join('\n'));
  }

  /** False when the page is of no more use. */
  async #visit(walker: Walker, path: string, go: () => Promise<void>): Promise<boolean> {
    const { hostile } = this.#ground;
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
    const isWhole = await this.#recover(walker, path);
    await this.#look(walker, path, 'whole again');
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
    const key = `${this.#role} ${path}`;
    const sound = this.#shapes.get(key) ?? (await soundShape(this.#ground, this.#role, path));
    this.#shapes.set(key, sound);
    let shape = await walker.shape();
    for (let second = 0; second < recoveryS && shape !== sound; second += 1) {
      await walker.pass(1);
      shape = await walker.shape();
    }
    if (shape === sound) return true;
    // The plant may have changed meanwhile.
    const now = await soundShape(this.#ground, this.#role, path);
    this.#shapes.set(key, now);
    if (shape === now) return true;
    this.#complain(path, `not whole after ${recoveryS} s: ${difference(now, shape)}`);
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
