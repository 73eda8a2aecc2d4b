import { afterAll, describe, expect, test } from 'vitest';
import type { Stage } from './browser';
import type { TestRole } from './datalogger';
import { type Device, devices, Hands } from './hands';
import { isLong } from './long';

/** What somebody comes to do. */
export interface Task {
  readonly name: string;
  /** Who does it, logged in and on the first screen; null: nobody has logged in. */
  readonly role: TestRole | null;
  /** Steps that it takes, on the phone and on the panel: a task that gets longer fails. */
  readonly most: Readonly<Record<Device, number>>;
  readonly work: (hands: Hands, stage: Stage) => Promise<void>;
}

/** Does every task, on one device after the other and in the long run on every device, and prints how many steps it took. */
export function doTasks(stageOf: (device: Device) => Stage, tasks: readonly Task[]): void {
  const lines: string[] = [];
  afterAll(() => console.log(['steps per task', ...lines].join('\n')));
  const all = Object.keys(devices) as Device[];
  describe.each(isLong ? all : all.slice(0, tasks.length))('on a %s', device => {
    const isOwn = (index: number) => isLong || index % all.length === all.indexOf(device);
    test.each(tasks.filter((_, index) => isOwn(index)))('$name', async ({ name, role, most, work }) => {
      const stage = stageOf(device);
      const page = role ? await stage.open(role, '/', devices[device]) : await stage.newPage(devices[device]);
      if (role) await page.locator('.foot dl').waitFor();
      const hands = new Hands(page, device);
      await work(hands, stage);
      lines.push(`${String(hands.steps).padStart(3)}  ${device}  ${name}`);
      expect(hands.steps).toBeLessThanOrEqual(most[device]);
    });
  });
}
