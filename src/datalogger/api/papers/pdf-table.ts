import type { PaperColumn } from './paper';
import { atMost, encodable, fonts, inks, type Page } from './pdf-text';

/** Sizes of letters that are tried until the columns fit; below the last one texts are cut. */
const sizes = [8.5, 7.5, 6.5] as const;
const gapPt = 8;
/** A text column is never narrower than this share of the page because others are wide. */
const leastShare = 0.12;

interface Layout {
  readonly columns: readonly PaperColumn[];
  readonly widths: readonly number[];
  readonly size: number;
  /** Of all columns together. */
  readonly width: number;
}

/** A table over as many pages as it needs, its head on each. Heads of two words may take two lines. */
export function drawTable(page: Page, columns: readonly PaperColumn[]): void {
  const count = Math.max(0, ...columns.map(({ cells }) => cells.length));
  if (count === 0) return;
  const layout = layoutOf(page, columns);
  const hasTotal = columns.some(({ total }) => total !== undefined);
  drawHead(page, layout);
  for (let row = 0; row < count; row++)
    drawRow(page, layout, { texts: columns.map(({ cells }) => cells[row] ?? ''), isBanded: row % 2 === 1 });
  if (hasTotal) drawRow(page, layout, { texts: columns.map(({ total = '' }) => total), isTotal: true });
  page.document.x = page.left;
  page.document.y += 8;
}

/** How wide the widest cell of a column is, in letters of a size; `breaks`: whether its head may break between words. */
function widthOf(
  { document }: Page,
  { title, cells, total = '' }: PaperColumn,
  { size, breaks }: { readonly size: number; readonly breaks: boolean },
): number {
  document.font(fonts.bold).fontSize(size);
  const words = breaks ? encodable(title).split(' ') : [title];
  const heads = [...words, total].map(text => document.widthOfString(encodable(text)));
  document.font(fonts.plain);
  return Math.max(...heads, ...cells.map(text => document.widthOfString(encodable(text)))) + gapPt;
}

function layoutOf(page: Page, columns: readonly PaperColumn[]): Layout {
  const tried = [{ size: sizes[0], breaks: false }, ...sizes.map(size => ({ size, breaks: true }))];
  const found = tried.map(how => {
    const widths = columns.map(column => widthOf(page, column, how));
    return { size: how.size, widths, sum: widths.reduce((sum, width) => sum + width, 0) };
  });
  const fitting = found.find(({ sum }) => sum <= page.width) ?? found.at(-1);
  const { size = 6.5, widths = [], sum = 1 } = fitting ?? {};
  const own = sum <= page.width ? widths : squeezed(page, columns, widths);
  const width = own.reduce((all, each) => all + each, 0);
  return { columns, size, widths: own, width };
}

/** Columns of numbers and short texts keep their width; long texts share what is left, and wrap. */
function squeezed({ width }: Page, columns: readonly PaperColumn[], widths: readonly number[]): number[] {
  const sumOf = (own: readonly number[]) => own.reduce((sum, each) => sum + each, 0);
  const isNumber = (_: number, index: number) => columns[index]?.isNumber ?? false;
  const numbers = sumOf(widths.filter(isNumber));
  const left = Math.max(width - numbers, leastShare * width);
  const scale = Math.min(1, width / (numbers + left));
  const texts = widths.filter((own, index) => !isNumber(own, index)).sort((a, b) => a - b);
  // The width that no text column exceeds: each shorter one leaves the longer ones its rest.
  let [most, rest] = [0, left];
  texts.forEach((own, index) => {
    most = rest / (texts.length - index);
    rest -= Math.min(own, most);
  });
  return widths.map((own, index) => scale * (isNumber(own, index) ? own : Math.min(own, most)));
}

function turnPage(page: Page, layout: Layout, rowPt: number): void {
  if (page.document.y + rowPt <= page.bottom()) return;
  page.document.addPage();
  drawHead(page, layout);
}

function drawHead(page: Page, { columns, widths, size, width }: Layout): void {
  const { document, left } = page;
  document.font(fonts.bold).fontSize(size).fillColor(inks.quiet);
  const heights = columns.map(({ title }, index) =>
    document.heightOfString(encodable(title), { width: (widths[index] ?? 0) - gapPt / 2 }),
  );
  const height = Math.max(...heights);
  if (document.y + height + 3 * (size + 4.5) > page.bottom()) document.addPage();
  const top = document.y;
  let x = left;
  columns.forEach(({ title, isNumber }, index) => {
    const own = widths[index] ?? 0;
    const align = isNumber ? 'right' : 'left';
    document.text(encodable(title), x, top, { width: own - gapPt / 2, align });
    x += own;
  });
  document.y = top + height + 3;
  document.lineWidth(0.7).strokeColor(inks.quiet);
  document
    .moveTo(left, document.y - 2)
    .lineTo(left + width, document.y - 2)
    .stroke();
}

interface Row {
  readonly texts: readonly string[];
  readonly isBanded?: boolean;
  readonly isTotal?: boolean;
}

/** Lines that a text may take; what is longer is cut. */
const mostLines = 12;

function drawRow(page: Page, layout: Layout, { texts, isBanded = false, isTotal = false }: Row): void {
  const { document, left } = page;
  const { columns, widths, size, width } = layout;
  const setFont = () =>
    document
      .font(isTotal ? fonts.bold : fonts.plain)
      .fontSize(size)
      .fillColor(inks.text);
  setFont();
  const lineOf = document.currentLineHeight();
  const cells = columns.map(({ isNumber }, index) => {
    const room = (widths[index] ?? 0) - gapPt / 2;
    const text = isNumber ? atMost(document, texts[index] ?? '', room) : encodable(texts[index] ?? '');
    const height = text === '' || isNumber ? lineOf : document.heightOfString(text, { width: room });
    return { isNumber, room, text, height: Math.min(height, mostLines * lineOf) };
  });
  const rowPt = Math.max(size + 4.5, ...cells.map(({ height }) => height + 3.5));
  turnPage(page, layout, rowPt);
  setFont();
  const top = document.y;
  if (isBanded)
    document
      .rect(left, top - 1, width, rowPt)
      .fill(inks.band)
      .fillColor(inks.text);
  if (isTotal)
    document
      .lineWidth(0.7)
      .strokeColor(inks.quiet)
      .moveTo(left, top - 1)
      .lineTo(left + width, top - 1)
      .stroke();
  let x = left;
  for (const { isNumber, room, text, height } of cells) {
    if (text !== '')
      document.text(text, x, top + 1, {
        width: room,
        height: height + 0.5,
        ellipsis: true,
        align: isNumber ? 'right' : 'left',
      });
    x += room + gapPt / 2;
  }
  document.y = top + rowPt;
}
