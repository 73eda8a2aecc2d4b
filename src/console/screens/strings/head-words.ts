import { median } from '../../data/statistics';
import { formatList, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { HeadWords } from '../../ui/panel-words';
import { countKinds } from './count-kinds';
import { type Box, enoughLight, type StringFacts, type StringList } from './string-list';

/** At most this many names are listed; the others are counted. */
const namedAtMost = 3;

/** The state of the strings, and those strings or inverters with a problem. */
export function headWords(list: StringList): HeadWords {
  if (list.devices.length === 0) return { title: t('strings.title.none'), text: t('strings.title.noneHint') };
  const sentences = [
    darkness(list),
    middle(list),
    ...dirt(list),
    apart(list, 'stopped'),
    apart(list, 'silent'),
  ];
  const text = sentences.filter(sentence => sentence !== '').join(' ');
  return { title: titleWords(list.devices), text };
}

function titleWords(strings: readonly StringFacts[]): string {
  const { reverse, open, severe, poor, warning, good, dark, silent, unknown } = countKinds(strings);
  const below = severe + poor + warning;
  const total = reverse + open + below + good;
  if (total === 0) {
    if (silent + unknown === strings.length) return t('panel.unknown');
    return dark > 0 ? t('strings.title.dark') : t('strings.title.idle');
  }
  const parts = [
    reverse > 0 ? t('strings.title.reverse', { count: reverse }) : '',
    open > 0 ? t('strings.title.open', { count: open }) : '',
    below > 0 ? t('strings.title.below', { count: below }) : '',
  ].filter(part => part !== '');
  if (parts.length === 0) return t('strings.title.good', { count: total });
  return parts.length === 1 && below > 0
    ? t('strings.title.belowOnly', { count: below, total })
    : parts.join(', ');
}

function darkness({ devices, irradiance }: StringList): string {
  if (irradiance === null || !devices.some(({ kind }) => kind === 'dark')) return '';
  const [light, needed] = [formatQuantity(irradiance, 0, 'W/m²'), formatQuantity(enoughLight, 0, 'W/m²')];
  return t('strings.text.dark', { light, needed });
}

function middle({ devices, owners }: StringList): string {
  if (devices.every(({ deviation }) => deviation === null)) return '';
  const value = median(owners.flatMap(({ boxes }) => boxes.flatMap(box => box.median ?? [])));
  return value === null ? '' : t('strings.text.median', { value: formatQuantity(value, 2, 'A') });
}

/** Boxes in which at least three quarters of the strings are slightly low: a sign of dirt or shade, not of faults of single strings. */
function dirt({ owners }: StringList): readonly string[] {
  const isDirty = ({ cells }: Box) => {
    const low = cells.filter(({ kind }) => kind === 'warning' || kind === 'poor').length;
    return cells.length > 2 && 4 * low >= 3 * cells.length;
  };
  const dirty = owners.flatMap(({ boxes }) => boxes.filter(isDirty));
  if (dirty.length === 0) return [];
  return [t('strings.text.dirt', { count: dirty.length, names: namesOf(dirty) })];
}

/** The number of strings that are not evaluated, and their inverters. */
function apart({ owners }: StringList, kind: 'stopped' | 'silent'): string {
  const of = (boxes: readonly Box[]) =>
    boxes.flatMap(({ cells }) => cells.filter(each => each.kind === kind));
  const touched = owners.filter(({ boxes }) => of(boxes).length > 0);
  if (touched.length === 0) return '';
  const count = of(touched.flatMap(({ boxes }) => boxes)).length;
  return t(kind === 'stopped' ? 'strings.text.stopped' : 'strings.text.silent', {
    count,
    names: namesOf(touched),
  });
}

function namesOf(things: readonly { readonly name: string }[]): string {
  const names = things.slice(0, namedAtMost).map(({ name }) => name);
  const more = things.length - names.length;
  if (more > 0) names.push(t('strings.text.more', { count: more }));
  return formatList(names);
}
