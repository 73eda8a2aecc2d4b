import { shownLanguage, t, useLanguage } from '../../i18n/translate';
import { changeLanguage, offeredLanguages } from '../language';

export function LanguageSelect() {
  useLanguage();
  return (
    <label className="row">
      <span className="sr">{t('first.language')}</span>
      <select value={shownLanguage().code} onChange={event => void changeLanguage(event.currentTarget.value)}>
        {offeredLanguages().map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
