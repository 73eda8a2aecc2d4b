import { readFileSync, writeFileSync } from 'node:fs';

/** All in bytes, gz. */
export interface Budget {
  /** The figure when the limit was set. */
  readonly accepted: number;
  readonly limit: number;
  /** What users on slow lines can bear: no limit may be higher. */
  readonly most: number;
}
export type Budgets = Readonly<Record<string, Budget>>;

export const budgetsFile = 'scripts/budgets.json';

export const readBudgets = (): Budgets => JSON.parse(readFileSync(budgetsFile, 'utf8'));

export const writeBudgets = (budgets: Budgets): void =>
  writeFileSync(budgetsFile, `${JSON.stringify(budgets, null, 2)}\n`);

/** Room above a figure that is far below the most it may be. */
const room = 0.05;
const stepBytes = 100;

/** The limit for a figure: 5 % above it in whole steps, and the most it may be where that is not far. */
export function limitFor(bytes: number, most: number): number {
  return Math.min(most, Math.ceil((bytes * (1 + room)) / stepBytes) * stepBytes);
}

/** The budgets with the present figures. Throws for a figure above the most it may be. */
export function accepted(budgets: Budgets, figures: ReadonlyMap<string, number>): Budgets {
  return Object.fromEntries(
    Object.entries(budgets).map(([name, { most }]) => {
      const bytes = figures.get(name);
      if (bytes === undefined) throw new Error(`${budgetsFile} names "${name}", which is no figure`);
      if (bytes > most) throw new Error(`${name}: ${bytes} bytes; ${most} is the most it may be`);
      return [name, { accepted: bytes, limit: limitFor(bytes, most), most }];
    }),
  );
}

/** What is said of a figure above its limit. */
export function complaint(name: string, bytes: number, { accepted: was, limit, most }: Budget): string {
  const way =
    bytes <= most
      ? `Worth it? "npm run size -- --accept" raises the limit, up to ${most}.`
      : `${most} is the most it may be, for users on slow lines: something has to become smaller or come later.`;
  return [
    `${name}: ${bytes} bytes, above the limit of ${limit} in ${budgetsFile} ("${name}").`,
    `  It was ${was} when the limit was set, so it has grown by ${bytes - was}. ${way}`,
  ].join('\n');
}
