import type { Bars, Block, KeyFigure, Paper } from './paper';
import { drawTable } from './pdf-table';
import { atMost, encodable, fonts, inks, type Page } from './pdf-text';

/** A4 in points, and its margin. */
const size = 'A4';
const margin = 42;
const footPt = 22;
const barsPt = 130;
/** Room for the logo. */
const logoPt = { width: 130, height: 44 } as const;

/** Writes a document as PDF 1.7 with the standard fonts, which every reader has. */
export async function pdfOf({ title, subtitle, createdS, logo, foot, blocks }: Paper): Promise<Buffer> {
  // 26 MB of memory, which only the thread that writes documents needs.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size,
    margins: { top: margin, left: margin, right: margin, bottom: margin + footPt },
    bufferPages: true,
    pdfVersion: '1.7',
    info: {
      Title: encodable(title),
      Producer: 'Meridiana',
      Creator: 'Meridiana',
      CreationDate: new Date(createdS * 1000),
    },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => void parts.push(part));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  const page: Page = {
    document,
    left: margin,
    width: document.page.width - 2 * margin,
    bottom: () => document.page.height - margin - footPt,
  };
  drawHead(page, { title, subtitle, logo });
  for (const block of blocks) draw(page, block);
  drawFeet(page, foot);
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** False where the picture cannot be read: the document is there without it. */
function drawLogo({ document, left, width }: Page, logo: string): boolean {
  const { y } = document;
  const room: [number, number] = [logoPt.width, logoPt.height];
  try {
    document.image(Buffer.from(logo, 'base64'), left + width - logoPt.width, y, {
      fit: room,
      align: 'right',
    });
    return true;
  } catch {
    return false;
  }
}

/** The title beside the logo, if there is one. */
function drawHead(page: Page, paper: Pick<Paper, 'title' | 'subtitle' | 'logo'>): void {
  const { document, left, width } = page;
  const top = document.y;
  const hasLogo = paper.logo !== '' && drawLogo(page, paper.logo);
  const room = { width: hasLogo ? width - logoPt.width - 12 : width };
  document.font(fonts.bold).fontSize(17).fillColor(inks.text).text(encodable(paper.title), left, top, room);
  document.font(fonts.plain).fontSize(11).fillColor(inks.quiet).text(encodable(paper.subtitle), room);
  document.moveDown(0.8);
  if (hasLogo) document.y = Math.max(document.y, top + logoPt.height + 8);
}

function draw(page: Page, block: Block): void {
  if (block.kind === 'heading') drawHeading(page, block.text);
  else if (block.kind === 'text') drawText(page, block.text);
  else if (block.kind === 'figures') drawFigures(page, block.figures);
  else if (block.kind === 'bars') drawBars(page, block.bars);
  else if (block.kind === 'signatures') drawSignatures(page, block.names);
  else drawTable(page, block.columns);
}

function drawText({ document, left, width }: Page, text: string): void {
  document.font(fonts.plain).fontSize(9).fillColor(inks.text);
  document.text(encodable(text), left, document.y, { width });
  document.moveDown(0.6);
}

/** Never alone at the end of a page. */
function drawHeading({ document, left, width, bottom }: Page, text: string): void {
  if (document.y + 70 > bottom()) document.addPage();
  document.moveDown(0.5).font(fonts.bold).fontSize(11).fillColor(inks.text);
  document.text(encodable(text), left, document.y, { width });
  document.moveDown(0.3);
}

function drawFigures({ document, left, width }: Page, figures: readonly KeyFigure[]): void {
  const each = width / Math.max(1, figures.length);
  const top = document.y;
  figures.forEach(({ label, value, note }, index) => {
    const [x, room] = [left + index * each, each - 8];
    document
      .font(fonts.plain)
      .fontSize(8)
      .fillColor(inks.quiet)
      .text(atMost(document, label, room), x, top);
    document.font(fonts.bold).fontSize(14).fillColor(inks.text);
    document.text(atMost(document, value, room), x, top + 11);
    document.font(fonts.plain).fontSize(7).fillColor(inks.quiet);
    document.text(encodable(note), x, top + 28, { width: room, height: 18, ellipsis: true });
  });
  document.x = left;
  document.y = top + 52;
}

/** All on one page, with room to write above each line. */
function drawSignatures({ document, left, width, bottom }: Page, names: readonly string[]): void {
  if (document.y + 75 > bottom()) document.addPage();
  const each = width / Math.max(1, names.length);
  const y = document.y + 45;
  names.forEach((name, index) => {
    const x = left + index * each;
    document.lineWidth(0.7).strokeColor(inks.text);
    document
      .moveTo(x, y)
      .lineTo(x + each - 16, y)
      .stroke();
    document.font(fonts.plain).fontSize(8).fillColor(inks.quiet);
    document.text(atMost(document, name, each - 16), x, y + 4, { lineBreak: false });
  });
  document.x = left;
  document.y = y + 24;
}

/** Bars over their labels, and the compared value as a stroke over each. */
function drawBars({ document, left, width, bottom }: Page, { labels, values, compared, top }: Bars): void {
  const most = Math.max(...[...values, ...compared].map(value => value ?? 0));
  if (most <= 0) return;
  if (document.y + barsPt + 20 > bottom()) document.addPage();
  const [begin, base] = [document.y + 10, document.y + barsPt];
  const [each, height] = [width / Math.max(1, values.length), base - begin];
  document
    .font(fonts.plain)
    .fontSize(7)
    .fillColor(inks.quiet)
    .text(encodable(top), left, begin - 9);
  document.lineWidth(0.5).strokeColor(inks.line);
  document
    .moveTo(left, begin)
    .lineTo(left + width, begin)
    .stroke();
  const every = Math.ceil(values.length / Math.floor(width / 28));
  values.forEach((value, index) => {
    const x = left + index * each;
    const tall = (height * Math.max(0, value ?? 0)) / most;
    document.rect(x + 0.1 * each, base - tall, 0.8 * each, tall).fill(inks.bar);
    const other = compared[index] ?? null;
    if (other !== null) {
      const y = base - (height * Math.max(0, other)) / most;
      document
        .lineWidth(1)
        .strokeColor(inks.text)
        .moveTo(x, y)
        .lineTo(x + each, y)
        .stroke();
    }
    if (index % every === 0)
      document.fillColor(inks.quiet).text(encodable(labels[index] ?? ''), x, base + 3, { lineBreak: false });
  });
  document
    .lineWidth(0.5)
    .strokeColor(inks.line)
    .moveTo(left, base)
    .lineTo(left + width, base)
    .stroke();
  document.x = left;
  document.y = base + 18;
}

/** The foot is the same on every page, with the number of the page, which is known at the end. */
function drawFeet({ document, left, width }: Page, foot: readonly string[]): void {
  const { start, count } = document.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    document.switchToPage(start + index);
    const y = document.page.height - margin - 8;
    // Below the margin a text would begin a new page.
    document.page.margins.bottom = 0;
    document.lineWidth(0.5).strokeColor(inks.line);
    document
      .moveTo(left, y - 6)
      .lineTo(left + width, y - 6)
      .stroke();
    document.font(fonts.plain).fontSize(7.5).fillColor(inks.quiet);
    document.text(atMost(document, foot.join('   '), width - 60), left, y, { lineBreak: false });
    document.text(`${index + 1} / ${count}`, left + width - 60, y, { width: 60, align: 'right' });
  }
}
