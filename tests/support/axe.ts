import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails and lists every rule that the page breaks, and where: WCAG 2.0 to 2.2 A and AA, and best practices. A page that is still being
 * drawn is looked at again. It is looked at from its top, since what lies half under the header is never large enough.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(source);
  await page.evaluate(() => scrollTo(0, 0));
  const violations = () =>
    page.evaluate<unknown>(
      `window.axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(result =>
        result.violations.map(rule => rule.id + ': ' + rule.nodes.map(node => node.target.join(' ')).join(', ')))`,
    );
  await expect.poll(violations, { interval: 500 }).toEqual([]);
}
