import deAlarms from '../../console/i18n/languages/de/alarms.json';
import deReports from '../../console/i18n/languages/de/reports.json';
import deStatistics from '../../console/i18n/languages/de/statistics.json';
import enAlarms from '../../console/i18n/languages/en/alarms.json';
import enReports from '../../console/i18n/languages/en/reports.json';
import enStatistics from '../../console/i18n/languages/en/statistics.json';
import esAlarms from '../../console/i18n/languages/es/alarms.json';
import esReports from '../../console/i18n/languages/es/reports.json';
import esStatistics from '../../console/i18n/languages/es/statistics.json';
import frAlarms from '../../console/i18n/languages/fr/alarms.json';
import frReports from '../../console/i18n/languages/fr/reports.json';
import frStatistics from '../../console/i18n/languages/fr/statistics.json';
import itAlarms from '../../console/i18n/languages/it/alarms.json';
import itReports from '../../console/i18n/languages/it/reports.json';
import itStatistics from '../../console/i18n/languages/it/statistics.json';
import type { Lingua } from '../../contract/account';

/** The console's own texts of alarms and reports: an e-mail says it in the same words. */
const words: Readonly<Record<Lingua, object>> = {
  it: { ...itAlarms, ...itReports, ...itStatistics },
  en: { ...enAlarms, ...enReports, ...enStatistics },
  de: { ...deAlarms, ...deReports, ...deStatistics },
  es: { ...esAlarms, ...esReports, ...esStatistics },
  fr: { ...frAlarms, ...frReports, ...frStatistics },
};

/** A text by its key, `alarm.INV01.title`; empty where there is none. `{{name}}` in it is replaced. */
export function wordOf(language: Lingua, key: string, values: Readonly<Record<string, string>> = {}): string {
  let found: unknown = words[language];
  for (const part of key.split('.')) {
    const entry: [string, unknown] | undefined =
      typeof found === 'object' && found !== null
        ? Object.entries(found).find(([name]) => name === part)
        : undefined;
    found = entry?.[1];
  }
  return typeof found === 'string'
    ? found.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '')
    : '';
}
