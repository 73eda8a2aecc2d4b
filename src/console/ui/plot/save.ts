import { downloadFile, downloadText } from '../../browser/download';
import { downloadTable } from '../../data/table-file';
import { decimalMark } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { csvStamp, csvText, offsetsOf } from '../csv';
import type { TimeSlot } from '../day-line';
import { inWords, type Mark, type PlotModel } from './model';

/** The marks that are about a slot. */
const marksIn = (marks: readonly Mark[], { from, to }: TimeSlot): readonly Mark[] =>
  marks.filter(mark => {
    const isWithin = mark.at >= from && (mark.at < to || mark.at === from);
    return isWithin || (mark.at < to && (mark.to ?? mark.at) > from);
  });

/** All values of a chart as CSV in the format of the language, hidden series included. */
export function plotCsv({ slots, axis, ...model }: PlotModel): string {
  const series = inWords(model.series);
  const head = series.map(({ label, unit }) => (unit === '' ? label : `${label} [${unit}]`));
  const { marks = [] } = model;
  const notesOf = (slot: TimeSlot) =>
    marksIn(marks, slot)
      .map(({ label }) => label)
      .join('; ');
  const rows = slots.map((slot, row) => [
    axis.times ? csvStamp(axis.times.beginOf(row), axis.times.zone) : axis.nameOf(row),
    ...series.map(({ values, decimals }) => ({ value: values[row] ?? null, decimals })),
    ...(marks.length > 0 ? [notesOf(slot)] : []),
  ]);
  const notes = marks.length > 0 ? [t('plot.notes')] : [];
  return csvText([[firstHead({ slots, axis }), ...head, ...notes], ...rows], decimalMark());
}

/** The head of the first column; times have their UTC offset there. */
function firstHead({ slots, axis: { head, times } }: Pick<PlotModel, 'slots' | 'axis'>): string {
  if (!times) return head;
  const begins = slots.map((_, row) => times.beginOf(row));
  return `${head} [UTC${offsetsOf(begins, times.zone)}]`;
}

export function saveCsv(_root: HTMLElement, model: PlotModel, fileName: string): void {
  downloadTable(`${fileName}.csv`, plotCsv(model));
}

export function saveSvg(root: HTMLElement, _model: PlotModel, fileName: string): void {
  downloadText(`${fileName}.svg`, imageOf(root).text, 'image/svg+xml');
}

/** The image has this many pixels per CSS pixel, so that it is sharp in print. */
const pngScale = 2;

export async function savePng(root: HTMLElement, _model: PlotModel, fileName: string): Promise<void> {
  const { text, width, height } = imageOf(root);
  const image = new Image();
  // The security policy of the page allows images from data URLs only.
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * pngScale;
  canvas.height = height * pngScale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'));
  if (content) downloadFile(`${fileName}.png`, content);
}

const namespace = 'http://www.w3.org/2000/svg';
/** Properties that the style sheets set and that must be copied into the file. */
const styles = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-dasharray',
  'opacity',
  'vector-effect',
] as const;
const marginPx = 12;

interface Picture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** The chart as shown on the screen, in one SVG: the drawings with their colours, the texts at their positions. */
export function imageOf(root: HTMLElement): Picture {
  const box = root.getBoundingClientRect();
  const width = Math.ceil(box.width) + 2 * marginPx;
  const height = Math.ceil(box.height) + 2 * marginPx;
  const picture = element('svg', { width, height, viewBox: `${-marginPx} ${-marginPx} ${width} ${height}` });
  picture.append(
    element('rect', { x: -marginPx, y: -marginPx, width, height, fill: groundOf(root) }),
    ...drawingsOf(root, box),
    ...wordsOf(root, box),
  );
  return { text: new XMLSerializer().serializeToString(picture), width, height };
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function groundOf(root: HTMLElement): string {
  let ground = root.parentElement;
  const colourOf = (each: HTMLElement) => getComputedStyle(each).backgroundColor;
  while (ground && /^(rgba\(0, 0, 0, 0\)|transparent)$/.test(colourOf(ground))) ground = ground.parentElement;
  return ground ? colourOf(ground) : '#fff';
}

/** Parts that are not saved: the open menu, the cursor, the table. */
const leftOut = '.noprint, .hit, .all, .scroll, .sr';

function drawingsOf(root: HTMLElement, box: DOMRect): readonly SVGElement[] {
  const outer = [...root.querySelectorAll<SVGElement>('svg')].filter(
    each => !each.closest(leftOut) && !each.parentElement?.closest('svg'),
  );
  return outer.map(original => {
    const copy = original.cloneNode(true);
    if (!(copy instanceof SVGElement)) throw new Error('a drawing is copied as a drawing');
    const { left, top, width, height } = original.getBoundingClientRect();
    const place = { x: left - box.left, y: top - box.top, width, height };
    for (const [key, value] of Object.entries(place)) copy.setAttribute(key, String(value));
    const copies = [...copy.querySelectorAll('*')];
    for (const [index, each] of [...original.querySelectorAll('*')].entries()) {
      const style = getComputedStyle(each);
      for (const name of styles) {
        const value = style.getPropertyValue(name);
        // A hatch refers to its pattern by id: the copy keeps the attribute that it has.
        if (value && !value.includes('url(')) copies[index]?.setAttribute(name, value);
      }
      copies[index]?.removeAttribute('class');
    }
    return copy;
  });
}

function wordsOf(root: HTMLElement, box: DOMRect): readonly SVGElement[] {
  const words: SVGElement[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const parent = node.parentElement;
    const text = node.nodeValue?.trim();
    if (!parent || !text || parent.closest(leftOut)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, top, height } = range.getBoundingClientRect();
    const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(parent);
    const word = element('text', {
      x: left - box.left,
      // The baseline is at about three quarters of the height of a line of text.
      y: top - box.top + height * 0.77,
      fill: color,
      'font-family': fontFamily,
      'font-size': fontSize,
      'font-weight': fontWeight,
    });
    word.textContent = text;
    words.push(word);
  }
  return words;
}
