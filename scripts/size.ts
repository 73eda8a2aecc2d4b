/**
 * Prints the bytes that users wait for and fails above a limit of `scripts/budgets.json`, so that the console does not become slow on
 * slow lines unnoticed. Says which sources brought the bytes, compared with main.
 *
 *   npm run size                 after a build
 *   npm run size -- --accept     sets the limits by the present figures, as far as `most` allows
 *   npm run size -- --growth "first number"    what it gained since main, at any time
 */
import { existsSync } from 'node:fs';
import { accepted, complaint, readBudgets, writeBudgets } from './size/budgets';
import { Build } from './size/figures';
import { growth, withBaseBuild } from './size/growth';

const folder = 'dist/console';
if (!existsSync(`${folder}/index.html.gz`)) {
  console.error(`${folder} has no whole build: run "npm run build" first, and look at its first error.`);
  process.exit(1);
}

const [mode = '', wanted = ''] = process.argv.slice(2);
const build = new Build(folder);
const figures = build.figures();
const bytes = new Map(figures.map(({ name, files }) => [name, build.bytesOf(files)]));
if (mode === '--accept') writeBudgets(accepted(readBudgets(), bytes));
const budgets = readBudgets();

const over: string[] = [];
for (const [name, figure] of bytes) {
  const budget = budgets[name];
  const isOver = budget === undefined || figure > budget.limit;
  if (isOver) over.push(name);
  const left = budget ? `${(100 * (1 - figure / budget.limit)).toFixed(1)} % left` : 'has no limit';
  console.log(
    `${String(figure).padStart(8)} / ${String(budget?.limit ?? '').padStart(7)}  ${(isOver ? 'OVER' : left).padEnd(12)} ${name}`,
  );
}
for (const name of over) {
  const budget = budgets[name];
  console.error(
    budget
      ? `\n${complaint(name, bytes.get(name) ?? 0, budget)}`
      : `\n${name}: add it to scripts/budgets.json, {"accepted": 0, "limit": 0, "most": 24000}, then "npm run size -- --accept".`,
  );
}
/** The first that are over: others mostly are for the same reason. */
const mostCompared = 3;
const compared = mode === '--growth' ? [wanted] : over.filter(name => budgets[name]).slice(0, mostCompared);
if (compared.length > 0) {
  try {
    withBaseBuild((base, commit) => {
      for (const name of compared) {
        const lines = growth(base, build, name);
        console.error(`\n${name}: what has grown most since ${commit}, bytes before compression`);
        console.error(lines.length === 0 ? '  nothing' : lines.join('\n'));
      }
    });
  } catch (error) {
    console.error(
      `\nWhat has grown since main is not known: ${error instanceof Error ? error.message : error}`,
    );
  }
}
process.exit(over.length > 0 ? 1 : 0);
