import { AlarmRuleUpdate } from '../../../contract/alarm-rules';
import { ConfigSheet } from '../../configuration/ConfigSheet';
import { configScreen, type PartProps } from '../../configuration/descriptor';
import { isObject, textIn, textOrNull } from '../../data/read';
import type { ConfigRecord } from '../../data/records';
import type { Values } from '../../form/paths';
import { t, textWith } from '../../i18n/translate';
import { alarmTitle, priorityWord } from '../../ui/alarm-words';

/** A rule without a comparison has no threshold to edit. */
const has = (field: string) => (rule: Values) => rule[field] !== null;

export const alarmRules = configScreen({
  title: 'menu.alarms',
  source: {
    read: 'GET config/allarmi',
    change: 'PUT config/allarmi/:codice',
    nameOf: ({ codice }) => {
      const code = textIn(codice);
      return `${code} ${alarmTitle(code)}`.trim();
    },
    noteOf: rule => {
      const { abilitato, priorita } = rule;
      const state =
        abilitato === true
          ? priorities.map(each => (each === priorita ? priorityWord(each) : '')).join('')
          : t('alarmRule.off');
      return [state, neverWords(rule) && t('alarmRule.never')].filter(Boolean).join(' · ');
    },
  },
  schema: AlarmRuleUpdate,
  words: 'alarmRule',
  groups: [
    { title: 'alarmRule.rule', fields: ['abilitato', 'priorita', 'soglia', 'isteresi', 'poa_min'] },
    { title: 'alarmRule.delays', fields: ['ritardo_on', 'ritardo_off'] },
  ],
  Parts: NeverNote,
  rules: {
    findingsOf: ({ abilitato }) =>
      abilitato === false ? [{ campo: 'abilitato', codice: 'off', isWarning: true }] : [],
    shown: { soglia: has('soglia'), isteresi: has('isteresi'), poa_min: has('poa_min') },
    unitOf: (path, { unita }) =>
      /soglia|isteresi/.test(path) && typeof unita === 'string' ? unita : undefined,
  },
});

const priorities = [1, 2, 3, 4, 5] as const;

/** Why an alarm can never come on this plant; null where nothing is said about it. */
function neverWords({ mai }: ConfigRecord): string | null {
  const { motivo, quali } = isObject(mai) ? mai : {};
  const what = Array.isArray(quali) ? quali.map(textOrNull).filter(Boolean).join(', ') : '';
  return textWith({ what }, 'alarmRule', 'because', textIn(motivo));
}

function NeverNote({ record }: PartProps) {
  const words = neverWords(record);
  return words === null ? null : <div className="note">{words}</div>;
}

export function Screen() {
  return <ConfigSheet screen={alarmRules} />;
}
