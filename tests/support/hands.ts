import type { Download, Locator, Page } from 'playwright-core';

/** What people hold or stand before. Menus open at once, so that no press meets what still moves. */
export const devices = {
  phone: { hasTouch: true, reducedMotion: 'reduce', viewport: { width: 360, height: 800 } },
  panel: { hasTouch: true, reducedMotion: 'reduce', viewport: { width: 1024, height: 768 } },
} as const;
export type Device = keyof typeof devices;

type Place = Pick<Page, 'getByRole' | 'getByLabel' | 'getByText'>;

/** The label of a field, with or without the mark of what is required or changed. */
const labelled = (label: string | RegExp) =>
  typeof label === 'string' ? new RegExp(`^${label}●?( \\*)?$`) : label;

/** The hands of a person on a page. Every press and every field that is filled in is a step; looking is not. */
export class Hands {
  readonly page: Page;
  readonly device: Device;
  steps = 0;

  constructor(page: Page, device: Device) {
    this.page = page;
    this.device = device;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog').last();
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  async tap(target: Locator): Promise<void> {
    await target.tap();
    this.steps += 1;
  }

  press = (name: string | RegExp, place: Place = this.page) =>
    this.tap(place.getByRole('button', { name }).first());
  link = (name: string | RegExp, place: Place = this.page) =>
    this.tap(place.getByRole('link', { name }).first());

  async fill(label: string | RegExp, value: string, place: Place = this.page): Promise<void> {
    await place.getByLabel(labelled(label)).first().fill(value);
    this.steps += 1;
  }

  async choose(label: string | RegExp, choice: string, place: Place = this.page): Promise<void> {
    const list = place.getByRole('combobox', { name: labelled(label) });
    await list.first().selectOption({ label: choice });
    this.steps += 1;
  }

  /** A switch or a box, whichever way it stands. */
  async flip(label: string | RegExp, place: Place = this.page): Promise<void> {
    await this.tap(place.getByLabel(labelled(label)).first());
  }

  async sees(words: string | RegExp, place: Place = this.page): Promise<void> {
    await place.getByText(words).first().waitFor();
  }

  /** Opens a screen by the menu, which a phone has to open first. */
  async menu(entry: string, group?: string): Promise<void> {
    if (this.device === 'phone') await this.press('Apri o chiudi il menu');
    const menu = this.page.getByRole('navigation', { name: 'Menu principale' });
    if (group !== undefined) await this.press(group, menu);
    const entries = group === undefined ? menu : menu.getByRole('listitem').filter({ hasText: group });
    // Behind its name an entry says how many alarms it has.
    await this.link(new RegExp(`^${entry}`), entries);
  }

  /** Presses what gives a file. */
  async save(name: string | RegExp, place: Place = this.page): Promise<Download> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), this.press(name, place)]);
    return file;
  }

  /** Presses what asks for a file, and chooses one. */
  async give(name: string | RegExp, file: Download, place: Place = this.page): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(name, place)]);
    await chooser.setFiles(await file.path());
    this.steps += 1;
  }

  /** Two fingers that move apart on a chart. */
  async spread(chart: Locator): Promise<void> {
    // Waits until it stands still and nothing covers it.
    await chart.hover({ trial: true });
    const box = await chart.boundingBox();
    if (!box) throw new Error('the chart has no room');
    const session = await this.page.context().newCDPSession(this.page);
    const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...apart: readonly number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart.map((each, id) => ({ x: middle + each * box.width, y, id })),
      });
    await touch('touchStart', -0.1);
    await touch('touchStart', -0.1, 0.1);
    await touch('touchMove', -0.2, 0.2);
    await touch('touchMove', -0.4, 0.4);
    await touch('touchEnd');
    this.steps += 1;
  }
}
