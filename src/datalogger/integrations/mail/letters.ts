import { type Language, languages } from '../../../contract/languages';
import type { Recipient } from '../../../contract/recipient';
import { adviceOf } from '../../alarms/advice';
import type { LostByAlarm } from '../../analytics/reports/lost-by-alarm';
import { productName } from '../../core/product';
import { numberText } from '../../core/texts';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { Letter } from './mailer';
import { wordOf } from './words';

/** An alarm as an e-mail shows it. */
export interface Notice {
  readonly id: number;
  readonly code: string;
  readonly device: string;
  readonly priority: number;
  /** Epoch seconds of the plant's clock. */
  readonly begin: number;
  /** What it cost so far; null or missing where it explains no loss. */
  readonly lost?: LostByAlarm | null;
}

/** Alarms in one e-mail; beyond them only how many more. */
const mostListed = 50;

/** What the plant is called in e-mails. */
export function plantNameOf({ plantConfig }: Pick<ConfigDatabase, 'plantConfig'>): string {
  return plantConfig.read()?.fields.nome ?? productName;
}

export function trialLetter(
  plant: string,
  { email, lingua }: Recipient,
  key: 'trial' | 'trialMessage' = 'trial',
): Letter {
  return { to: email, subject: `${plant}: ${productName}`, text: `${wordOf(lingua, `mail.${key}`)}\n` };
}

/** Alarms of this priority and of more urgent ones come with their consequence and what to do, also where they are many. */
const urgentPriority = 2;

export interface Occasion {
  readonly plant: string;
  readonly zone: string;
  readonly isDigest: boolean;
  /** Where the console is found, `http://192.168.1.10`; null where the datalogger does not know. */
  readonly address: string | null;
  /** Whether the recipient may read what was lost in money. */
  readonly hasMoney?: boolean;
}

/**
 * Where the people of the plant find the console: its fixed address, or the name it has on the internet. Null with an address that the
 * network gives and without such a name.
 */
export function addressOf({ plantConfig }: Pick<ConfigDatabase, 'plantConfig'>): string | null {
  const { network, dynDns } = plantConfig.read() ?? {};
  if (network?.modalita === 'statico' && network.ip) return `http://${network.ip}`;
  return dynDns?.abilitato && dynDns.hostname ? `http://${dynDns.hostname}` : null;
}

/** Alarms in the language of the recipient, the most urgent first. */
export function alarmLetter(
  { plant, zone, isDigest, address, hasMoney = false }: Occasion,
  notices: readonly Notice[],
  { email, lingua }: Recipient,
): Letter {
  const sorted = [...notices].sort((a, b) => a.priority - b.priority || a.begin - b.begin);
  const [first, second] = sorted;
  const only = second || isDigest ? undefined : first;
  const about = only
    ? titleOf(only, lingua)
    : wordOf(lingua, isDigest ? 'mail.digest' : 'mail.alarms', { count: notices.length });
  const urgency = first && !isDigest ? `${priorityOf(first, lingua)}: ` : '';
  const lines = sorted.slice(0, mostListed).flatMap(notice => {
    const hasAdvice = notice === only || (notice.priority <= urgentPriority && !isDigest);
    return [
      lineOf(notice, zone, lingua),
      ...lossOf(notice, lingua, hasMoney),
      ...(hasAdvice ? adviceLines(notice, lingua) : []),
    ];
  });
  const rest = notices.length - mostListed;
  if (rest > 0) lines.push(wordOf(lingua, 'mail.more', { count: rest }));
  if (address) lines.push('', `${address}/allarmi${only ? `?aperto=${only.id}` : ''}`);
  return {
    to: email,
    subject: `${plant}: ${urgency}${about}`,
    text: [plant, '', ...lines, ''].join('\n'),
  };
}

/** "Energia persa: 12,3 kWh, 1,11 €"; nothing where nothing was lost. */
function lossOf({ lost }: Notice, language: Language, hasMoney: boolean): string[] {
  if (!lost || lost.kwh === 0) return [];
  const number = (value: number, decimals: number) => numberText(value, decimals, language);
  const money = hasMoney && lost.euros !== null ? `, ${number(lost.euros, 2)}\u00a0€` : '';
  return [`    ${wordOf(language, 'mail.lost', { lost: `${number(lost.kwh, 1)}\u00a0kWh${money}` })}`];
}

/** What follows from an alarm, and what to do; nothing where the console says nothing either. */
function adviceLines({ code }: Notice, language: Language): string[] {
  const advice = adviceOf(code, language);
  return advice ? [`    ${advice.consequence}`, `    ${advice.action}`] : [];
}

const priorityOf = ({ priority }: Notice, language: Language) =>
  wordOf(language, `alarmSign.priority.p${priority}`);

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
  const stamp = time.format(notice.begin * 1000);
  return `${stamp}  ${priorityOf(notice, language)}  ${notice.code}  ${titleOf(notice, language)}`;
}
