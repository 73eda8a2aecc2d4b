import { AlarmRuleUpdate } from '../../../contract/alarm-rules';
import { ConfigSheet } from '../../configuration/ConfigSheet';
import { configScreen } from '../../configuration/descriptor';
import { textOrNull } from '../../data/read';
import type { Values } from '../../form/paths';
import { t } from '../../i18n/translate';
import { alarmTitle, priorityWord } from '../../ui/alarm-words';

/** A rule without a comparison has no threshold to edit. */
const has = (field: string) => (rule: Values) => rule[field] !== null;

export const alarmRules = configScreen({
  title: 'menu.alarms',
  source: {
    read: 'GET config/allarmi',
    change: 'PUT config/allarmi/:codice',
    nameOf: ({ codice }) => {
      const code = textOrNull(codice) ?? '';
      return `${code} ${alarmTitle(code)}`.trim();
    },
    noteOf: ({ abilitato, priorita }) =>
      abilitato === true
        ? priorities.map(each => (each === priorita ? priorityWord(each) : '')).join('')
        : t('alarmRule.off'),
  },
  schema: AlarmRuleUpdate,
  words: 'alarmRule',
  groups: [
    { title: 'alarmRule.rule', fields: ['abilitato', 'priorita', 'soglia', 'isteresi', 'poa_min'] },
    { title: 'alarmRule.delays', fields: ['ritardo_on', 'ritardo_off'] },
  ],
  rules: {
    shown: { soglia: has('soglia'), isteresi: has('isteresi'), poa_min: has('poa_min') },
    unitOf: (path, { unita }) =>
      /soglia|isteresi/.test(path) && typeof unita === 'string' ? unita : undefined,
  },
});

const priorities = [1, 2, 3, 4, 5] as const;

export function Screen() {
  return <ConfigSheet screen={alarmRules} />;
}
