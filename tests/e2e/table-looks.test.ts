import { expect, test } from 'vitest';
import { setStage } from '../support/browser';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00', historyDays: 1 });

const paths = ['contatori', 'sensori', 'trackers', 'digital-signals', 'inverters'];

test.each(paths)(
  'with a finger a row of %s is as high as its link, and the heads end on one line',
  async path => {
    const page = await stage.open('normal', `/impianto/${path}`, { hasTouch: true });
    await page.locator('.devs tbody th a').first().waitFor();
    const measured = () =>
      page.evaluate(() => {
        const heights = (selector: string) =>
          [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect().height);
        const bottoms = [...document.querySelectorAll('.devs thead th')]
          .filter(head => head.checkVisibility())
          .map(head => {
            const range = document.createRange();
            range.selectNodeContents(head);
            return Math.max(
              ...[...range.getClientRects()].map(({ bottom, height }) => (height < 30 ? bottom : 0)),
            );
          });
        return {
          highest: Math.max(...heights('.devs tbody tr')),
          lowest: Math.min(...heights('.devs tbody th a')),
          spread: Math.max(...bottoms) - Math.min(...bottoms),
        };
      });
    await expect.poll(async () => (await measured()).highest).toBeLessThan(48);
    expect((await measured()).lowest).toBeGreaterThanOrEqual(44);
    expect((await measured()).spread).toBeLessThan(3);
  },
);

test('the bars of the time bands have the room that their figures leave', async () => {
  const page = await stage.open('normal', '/impianto/contatori');
  const bars = page.locator('td[style] .mai');
  await bars.first().waitFor();
  const narrowest = () =>
    bars.evaluateAll(all => Math.min(...all.map(each => each.getBoundingClientRect().width)));
  await expect.poll(narrowest).toBeGreaterThan(200);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the chart of the highest voltage is there with its threshold, and no pointer leaves its track', async () => {
  const page = await stage.open('normal', '/impianto/prot-interfaccia');
  await page.getByRole('heading', { name: 'Tensione massima di oggi' }).waitFor();
  await page.locator('.highest .plot svg path').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.highest figure').innerText()).toContain('59.S1');
  const pointers = page.locator('.near .mai');
  await expect.poll(() => pointers.count()).toBeGreaterThan(5);
  const outside = () =>
    pointers.evaluateAll(
      all =>
        all.filter(each => {
          const pointer = getComputedStyle(each, '::after');
          const middle =
            each.clientLeft + Number.parseFloat(pointer.left) + Number.parseFloat(pointer.marginLeft) + 5;
          return middle - 5 < -0.5 || middle + 5 > each.getBoundingClientRect().width + 0.5;
        }).length,
    );
  await expect.poll(outside).toBe(0);
});
