import type { Report } from '../data/report';
import { budgetSheet, costsSheet, moneySheet, waterfallSheet } from './balance';
import { fallOf } from './fall';
import { FileButton, SheetTable } from './SheetTable';

/** Waterfall, budget, money and losses by device of the period, as far as they are known; nothing where none is. */
export function Balance({ report }: { readonly report: Report }) {
  const sheets = [waterfallSheet(report), budgetSheet(report), moneySheet(report), costsSheet(report)];
  return sheets
    .filter(({ columns }) => columns[0]?.values.length !== 0)
    .map(sheet => (
      <section key={sheet.name}>
        <div className="ph">
          <h2>{sheet.title}</h2>
          <FileButton sheet={sheet} report={report} />
        </div>
        <SheetTable sheet={sheet} drawn={fallOf(report, sheet)} />
      </section>
    ));
}
