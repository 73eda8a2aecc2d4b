import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import type { PlantSize } from '../../src/datalogger/sources/simulator/sizes';
import { startDatalogger, type TestDatalogger } from './datalogger';

const [minuteS, hourS] = [60, 3600];

/** A datalogger with a data folder, over a simulated plant: it may be restarted, and miss some time. */
export class KeptDatalogger {
  #datalogger: TestDatalogger | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  readonly #size: PlantSize;
  readonly #seed: number;
  readonly #from: number;
  #afterS = 0;

  constructor(size: PlantSize, seed: number, from: number) {
    this.#size = size;
    this.#seed = seed;
    this.#from = from;
  }

  get now(): TestDatalogger {
    if (!this.#datalogger) throw new Error('not started');
    return this.#datalogger;
  }

  async start(): Promise<void> {
    this.#datalogger = await startDatalogger({
      size: this.#size,
      seed: this.#seed,
      at: new Date(1000 * (this.#from + this.#afterS)).toISOString(),
      dataFolder: this.#folder,
      keepsHistory: true,
      hasOneClock: true,
    });
  }

  /** Plays on to that many seconds after the start, minute by minute. */
  async until(afterS: number): Promise<void> {
    for (; this.#afterS < afterS; this.#afterS += minuteS) {
      this.now.plantClock.advance(minuteS * 1000);
      this.now.bringUpToDate();
      if (this.#afterS % hourS === 0) await setImmediate();
    }
  }

  /** Takes no sample meanwhile. */
  off(seconds: number): void {
    const whole = minuteS * Math.max(1, Math.round(seconds / minuteS));
    this.now.plantClock.advance(1000 * whole);
    this.#afterS += whole;
  }

  async restart(): Promise<void> {
    await this.#datalogger?.close();
    this.#afterS += minuteS;
    await this.start();
  }

  async text(path: string): Promise<string> {
    const response = await this.now.request(`/api/${path}`, { token: this.now.login('admin') });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.text();
  }

  async get<T>(path: string): Promise<T> {
    return JSON.parse(await this.text(path));
  }

  async send(method: string, path: string, json: unknown): Promise<void> {
    const headers = { 'If-Match': '*' };
    const token = this.now.login('admin');
    const { status } = await this.now.request(`/api/${path}`, { method, token, json, headers });
    expect(status, path).toBeLessThan(300);
  }

  /** Everything that is to be acknowledged. */
  async acknowledge(): Promise<void> {
    for (;;) {
      const { righe } = await this.get<{ righe: { id: number }[] }>('allarmi?stato=da_riconoscere');
      if (righe.length === 0) return;
      await this.send('POST', 'allarmi/riconosci', { id: righe.slice(0, 100).map(({ id }) => id), nota: '' });
    }
  }

  async close(): Promise<void> {
    await this.#datalogger?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
