import { beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/console/app/routes';
import { expectNoNonsense, follow, setStage } from '../support/browser';
import { configureTable, readsTable } from '../support/table-plant';

/** The whole console on a plant that is a table of numbers: nothing in it knows of a simulation. */
const stage = setStage({ ...readsTable, at: '2026-06-10T12:00:00+02:00' });

beforeAll(async () => {
  await configureTable(stage.datalogger);
  await stage.datalogger.run(900);
});

/** Figures of the table, as the screens write them. */
const figures: Readonly<Record<string, RegExp>> = {
  '/': /160,8/,
  '/impianto/inverters': /81,5/,
  '/impianto/contatori': /131,4/,
  '/impianto/sensori': /905/,
};

test('every screen shows a heading, the figures of the table, and dashes for what it does not have', async () => {
  const page = await stage.open('admin', '/notfound');
  for (const path of Object.keys(routes)) {
    await follow(page, path);
    const main = page.locator('main');
    await expect
      .poll(() => main.getByRole('heading', { level: 1 }).innerText(), { message: path })
      .not.toBe('');
    const figure = figures[path];
    if (figure) await expect.poll(() => main.innerText(), { message: path }).toMatch(figure);
    await expectNoNonsense(page);
  }
});
