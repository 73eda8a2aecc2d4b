import { isLanguage, languageNames, languages } from '../../i18n/choose-language';
import { t, useLanguage } from '../../i18n/translate';
import { changeLanguage } from '../language';

export function LanguageSelect() {
  const language = useLanguage();
  const choose = (value: string) => {
    if (isLanguage(value)) void changeLanguage(value);
  };
  return (
    <label className="row">
      <span className="sr">{t('first.language')}</span>
      <select value={language} onChange={event => choose(event.currentTarget.value)}>
        {languages.map(name => (
          <option key={name} value={name} lang={name}>
            {languageNames[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
