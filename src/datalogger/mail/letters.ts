import type { Lingua } from '../../contract/account';
import type { Recipient } from '../../contract/recipient';
import { productName } from '../product';
import { wordOf } from './console-words';
import type { Letter } from './mailer';

/** An alarm as it is told by e-mail. */
export interface Notice {
  readonly code: string;
  readonly device: string;
  readonly priority: number;
  /** Epoch seconds of the plant's clock. */
  readonly begin: number;
}

interface Words {
  readonly trial: string;
  readonly alarms: string;
  readonly digest: string;
  readonly priorities: readonly string[];
  readonly more: string;
}

const words: Readonly<Record<Lingua, Words>> = {
  it: {
    trial: 'E-mail di prova: la posta funziona.',
    alarms: 'Allarmi',
    digest: 'Riepilogo allarmi',
    priorities: ['Critico', 'Alto', 'Medio', 'Basso', 'Evento'],
    more: 'Altri allarmi non elencati',
  },
  en: {
    trial: 'Test e-mail: e-mail works.',
    alarms: 'Alarms',
    digest: 'Alarm digest',
    priorities: ['Critical', 'High', 'Medium', 'Low', 'Event'],
    more: 'More alarms, not listed',
  },
  de: {
    trial: 'Test-E-Mail: Der Versand funktioniert.',
    alarms: 'Alarme',
    digest: 'Alarmübersicht',
    priorities: ['Kritisch', 'Hoch', 'Mittel', 'Niedrig', 'Ereignis'],
    more: 'Weitere Alarme, nicht aufgeführt',
  },
  es: {
    trial: 'Correo de prueba: el correo funciona.',
    alarms: 'Alarmas',
    digest: 'Resumen de alarmas',
    priorities: ['Crítico', 'Alto', 'Medio', 'Bajo', 'Evento'],
    more: 'Otras alarmas no incluidas',
  },
  fr: {
    trial: 'E-mail d’essai : la messagerie fonctionne.',
    alarms: 'Alarmes',
    digest: 'Résumé des alarmes',
    priorities: ['Critique', 'Haut', 'Moyen', 'Bas', 'Événement'],
    more: 'Autres alarmes non listées',
  },
};

/** Alarms in one e-mail; beyond them only how many more. */
const mostListed = 50;

export function trialLetter(plant: string, { email, lingua }: Recipient): Letter {
  return { to: email, subject: `${plant}: ${productName}`, text: `${words[lingua].trial}\n` };
}

/** Alarms in the language of who gets them, the most urgent first. */
export function alarmLetter(
  { plant, zone, isDigest }: { readonly plant: string; readonly zone: string; readonly isDigest: boolean },
  notices: readonly Notice[],
  { email, lingua }: Recipient,
): Letter {
  const { alarms, digest, more } = words[lingua];
  const sorted = [...notices].sort((a, b) => a.priority - b.priority || a.begin - b.begin);
  const [first] = sorted;
  const about =
    isDigest || notices.length > 1 || !first
      ? `${isDigest ? digest : alarms} (${notices.length})`
      : titleOf(first, lingua);
  const lines = sorted.slice(0, mostListed).map(notice => lineOf(notice, zone, lingua));
  const rest = notices.length - mostListed;
  return {
    to: email,
    subject: `${plant}: ${about}`,
    text: [plant, '', ...lines, ...(rest > 0 ? [`${more}: ${rest}`] : []), ''].join('\n'),
  };
}

const titleOf = ({ code, device }: Notice, language: Lingua) =>
  [wordOf(language, `alarm.${code}.title`) || code, device].filter(part => part !== '').join(', ');

function lineOf(notice: Notice, zone: string, language: Lingua): string {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  const priority = words[language].priorities[notice.priority - 1] ?? '';
  return `${time.format(notice.begin * 1000)}  ${priority}  ${notice.code}  ${titleOf(notice, language)}`;
}
