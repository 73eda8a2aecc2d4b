import { isLanguage, languageCodes, languages } from '../../../contract/languages';
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
        {languageCodes.map(code => (
          <option key={code} value={code} lang={code}>
            {languages[code].name}
          </option>
        ))}
      </select>
    </label>
  );
}
