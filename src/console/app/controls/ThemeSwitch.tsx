import { useEffect, useState } from 'react';
import { applyTheme, chooseTheme, preferredTheme, type Theme } from '../../browser/theme';
import { t, useLanguage } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { Switch } from '../../ui/Switch';
import { announce, onMessage } from '../cross-tab';

/** The switch is on when the theme is not light (specification, section 4). It follows a change in another tab. */
export function ThemeSwitch({ onChange }: { readonly onChange?: (theme: Theme) => void }) {
  useLanguage();
  const [theme, setTheme] = useState(preferredTheme);
  useEffect(
    () =>
      onMessage(message => {
        if (message.kind !== 'theme') return;
        applyTheme(message.theme);
        setTheme(message.theme);
      }),
    [],
  );
  const choose = (isDark: boolean) => {
    const next = isDark ? 'dark' : 'light';
    chooseTheme(next);
    setTheme(next);
    announce({ kind: 'theme', theme: next });
    onChange?.(next);
  };
  return (
    <Switch
      className="thm"
      id="dark-theme"
      label={t('first.darkTheme')}
      isOn={theme !== 'light'}
      onChange={choose}
    >
      <Icon name="theme" />
    </Switch>
  );
}
