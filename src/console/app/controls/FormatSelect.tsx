import { localStore } from '../../browser/storage';
import { shownLanguage, t, useLanguage } from '../../i18n/translate';
import { announce } from '../cross-tab';
import { formatsKey, showLanguage } from '../language';

/** The ways of writing numbers and dates, by a tag of a country (BCP 47) that writes them so. */
const ways = ['it-IT', 'en-GB', 'de-DE', 'fr-FR', 'de-CH', 'en-US', 'en-CA', 'sv-SE'];
const exampleMs = Date.UTC(2026, 11, 31, 12);

/** "12.345,6 31/12/2026" */
function exampleOf(tag: string): string {
  const date = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric' });
  return `${new Intl.NumberFormat(tag).format(12345.6)}  ${date.format(exampleMs)}`;
}

/** How numbers and dates are written, apart from the language. */
export function FormatSelect() {
  useLanguage();
  const { code, locale } = shownLanguage();
  const usual = exampleOf(locale);
  const chosen = localStore.read(formatsKey) ?? '';
  const choose = (tag: string) => {
    localStore.write(formatsKey, tag);
    // In the other tabs, too.
    announce({ kind: 'language', language: code });
    void showLanguage(code);
  };
  return (
    <label className="row">
      <span className="sr">{t('userPanel.formats')}</span>
      <select value={chosen} onChange={event => choose(event.currentTarget.value)}>
        <option value="">{usual}</option>
        {ways
          .filter(tag => tag === chosen || exampleOf(tag) !== usual)
          .map(tag => (
            <option key={tag} value={tag}>
              {exampleOf(tag)}
            </option>
          ))}
      </select>
    </label>
  );
}
