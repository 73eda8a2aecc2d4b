import { type Language, languages } from '../../contract/languages';
import type { Recipient } from '../../contract/recipient';
import { productName } from '../product';
import type { ConfigDatabase } from '../store/config-database';
import type { Letter } from './mailer';
import { wordOf } from './words';

/** An alarm as it is told by e-mail. */
export interface Notice {
  readonly code: string;
  readonly device: string;
  readonly priority: number;
  /** Epoch seconds of the plant's clock. */
  readonly begin: number;
}

/** Alarms in one e-mail; beyond them only how many more. */
const mostListed = 50;

/** What the plant is called in e-mails. */
export function plantNameOf({ plantConfig }: Pick<ConfigDatabase, 'plantConfig'>): string {
  return plantConfig.read()?.fields.nome ?? productName;
}

export function trialLetter(plant: string, { email, lingua }: Recipient): Letter {
  return { to: email, subject: `${plant}: ${productName}`, text: `${wordOf(lingua, 'mail.trial')}\n` };
}

/** Alarms in the language of the recipient, the most urgent first. */
export function alarmLetter(
  { plant, zone, isDigest }: { readonly plant: string; readonly zone: string; readonly isDigest: boolean },
  notices: readonly Notice[],
  { email, lingua }: Recipient,
): Letter {
  const sorted = [...notices].sort((a, b) => a.priority - b.priority || a.begin - b.begin);
  const [first] = sorted;
  const about =
    isDigest || notices.length > 1 || !first
      ? wordOf(lingua, isDigest ? 'mail.digest' : 'mail.alarms', { count: notices.length })
      : titleOf(first, lingua);
  const lines = sorted.slice(0, mostListed).map(notice => lineOf(notice, zone, lingua));
  const rest = notices.length - mostListed;
  return {
    to: email,
    subject: `${plant}: ${about}`,
    text: [plant, '', ...lines, ...(rest > 0 ? [wordOf(lingua, 'mail.more', { count: rest })] : []), ''].join(
      '\n',
    ),
  };
}

const dayAndMinute = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

const titleOf = ({ code, device }: Notice, language: Language) =>
  [wordOf(language, `alarm.${code}.title`) || code, device].filter(part => part !== '').join(', ');

function lineOf(notice: Notice, zone: string, language: Language): string {
  const time = new Intl.DateTimeFormat(languages[language].locale, {
    ...dayAndMinute,
    timeZone: zone,
  });
  const priority = wordOf(language, `alarmSign.priority.p${notice.priority}`);
  return `${time.format(notice.begin * 1000)}  ${priority}  ${notice.code}  ${titleOf(notice, language)}`;
}
