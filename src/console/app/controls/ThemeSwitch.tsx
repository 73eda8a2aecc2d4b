import { useState } from 'react';
import { chooseTheme, storedTheme, type Theme } from '../../browser/theme';
import { t, useLanguage } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { Switch } from '../../ui/Switch';

/** On when the theme is not light (specification, section 4). */
export function ThemeSwitch({ onChange }: { readonly onChange?: (theme: Theme) => void }) {
  useLanguage();
  const [theme, setTheme] = useState(storedTheme);
  const choose = (isDark: boolean) => {
    const next = isDark ? 'dark' : 'light';
    chooseTheme(next);
    setTheme(next);
    onChange?.(next);
  };
  return (
    <Switch
      className="thm"
      id="theme"
      label={t('first.darkTheme')}
      isOn={theme !== 'light'}
      onChange={choose}
    >
      <Icon name="theme" />
    </Switch>
  );
}
