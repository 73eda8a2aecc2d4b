import { formatDifference, formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { StringFacts, StringKind } from './string-list';

export function kindWord(kind: StringKind): string {
  return t(`strings.kind.${kind}`);
}

/** The description of a string in sentences: name, current, median, class. */
export function readoutOf(string: StringFacts, zone: string): readonly string[] {
  const { name, box, ampere, deviation, kind, sampledS } = string;
  const values = {
    value: formatQuantity(ampere, 2, 'A'),
    median: formatQuantity(box.median, 2, 'A'),
  };
  const word = kindWord(kind);
  return [
    `${name}, ${box.owner.name}`,
    t('strings.map.current', values),
    deviation === null ? word : `${formatDifference(deviation, 1)}\u00a0%, ${word}`,
    t('panel.dataOf', { time: formatTime(sampledS, zone, 'clock') }),
  ];
}
