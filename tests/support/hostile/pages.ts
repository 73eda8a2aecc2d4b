import type { TestRole } from '../datalogger';
import { type Ground, openGround, Walker } from './walker';

const startOf = (role: TestRole) => (role === 'cci' ? '/impianto/inverters' : '/');
/** What lies below the window comes by itself after ten seconds. */
const settledS = 12;

/** The pages of one plant: for each role one page that walks, and one page with undamaged answers that shows how screens must look. */
export class Pages {
  readonly ground: Ground;
  readonly #walkers = new Map<TestRole, Walker>();
  readonly #calm = new Map<TestRole, Walker>();
  readonly #shapes = new Map<string, string>();

  private constructor(ground: Ground) {
    this.ground = ground;
  }

  static async open(): Promise<Pages> {
    return new Pages(await openGround());
  }

  close(): Promise<void> {
    return this.ground.close();
  }

  async walkerOf(role: TestRole): Promise<Walker> {
    const walker = this.#walkers.get(role) ?? (await Walker.enter(this.ground, role, startOf(role)));
    this.#walkers.set(role, walker);
    await walker.catchUp();
    return walker;
  }

  /** Closes the page of a role; the next walk opens a new one. */
  async giveUp(role: TestRole): Promise<void> {
    await this.#walkers.get(role)?.close();
    this.#walkers.delete(role);
  }

  /** The shape of a screen with undamaged answers. */
  async soundShape(role: TestRole | null, path: string): Promise<string> {
    const key = `${role} ${path}`;
    const sound = this.#shapes.get(key) ?? (await this.#lookAt(role, path));
    this.#shapes.set(key, sound);
    return sound;
  }

  /** The shape of a screen with undamaged answers at this moment, on a new page. */
  async soundShapeNow(role: TestRole | null, path: string): Promise<string> {
    const walker = await Walker.enter(this.ground, role, path, true);
    await walker.pass(settledS);
    const shape = await walker.shape();
    await walker.close();
    this.#shapes.set(`${role} ${path}`, shape);
    return shape;
  }

  async #lookAt(role: TestRole | null, path: string): Promise<string> {
    if (role === null) return this.soundShapeNow(role, path);
    const walker = this.#calm.get(role) ?? (await Walker.enter(this.ground, role, path, true));
    this.#calm.set(role, walker);
    await walker.catchUp();
    if (new URL(walker.page.url()).pathname !== path) await walker.follow(path);
    await walker.pass(settledS);
    return walker.shape();
  }
}
