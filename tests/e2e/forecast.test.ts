import { expect, test } from 'vitest';
import type { Forecast } from '../../src/contract/forecast';
import { expectAccessible } from '../support/axe';
import { setStage } from '../support/browser';

const stage = setStage({
  size: 'medium',
  at: '2026-06-14T13:25:00+02:00',
  historyDays: 25,
  hasOneClock: true,
});

const sentence = /^A fine giornata circa (\S+) \((\S+)–(\S+)\)\skWh$/;
const number = (text = '') => Number(text.replaceAll('.', '').replace(',', '.'));

async function answered(): Promise<Forecast> {
  const reply = await stage.datalogger.request('/api/previsione', { token: stage.datalogger.login('cci') });
  return reply.json();
}

test('the dashboard tells what the day will have yielded, and the expected power goes on until sunset', async () => {
  const page = await stage.open('admin');
  const [, total, low, high] = (await page.getByText(sentence).innerText()).match(sentence) ?? [];
  const { totale, basso, alto } = await answered();
  expect(Math.abs(number(total) - (totale ?? 0))).toBeLessThan(30);
  expect(Math.abs(number(low) - (basso ?? 0))).toBeLessThan(40);
  expect(Math.abs(number(high) - (alto ?? 0))).toBeLessThan(40);
  // More than the energy of today so far, and the line of what is expected goes on to the right of now.
  const today = await page.locator('.figs .fig b').nth(1).innerText();
  expect(number(total) - number(today.replace(/\s.*$/s, ''))).toBeGreaterThan(3_000);
  const aheadPx = () =>
    page.locator('.plot').evaluate(plot => {
      const right = (line: string) =>
        plot.querySelector(`.line.${line}`)?.getBoundingClientRect().right ?? Number.NaN;
      return right('expected') - right('measured');
    });
  await expect.poll(aheadPx).toBeGreaterThan(100);
  await expectAccessible(page);
});

test('where the energy of today is a lower bound, nothing is said of its end', async () => {
  const page = await stage.open('admin', '/', { viewport: { width: 360, height: 800 } });
  await page.getByText(sentence).waitFor();
  stage.datalogger.plant.inject({ kind: 'inverter-silent', inverter: 9 });
  await stage.datalogger.run(120);
  await page.locator('.figs').getByText('≥').first().waitFor();
  await expect.poll(() => page.getByText(sentence).count()).toBe(0);
  // The longest that a figure gets on a phone is whole.
  const cut = () =>
    page
      .locator('.figs .fig > b')
      .evaluateAll(all =>
        all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent),
      );
  await expect.poll(cut).toEqual([]);
});
