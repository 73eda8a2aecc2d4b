import { setSunlight } from '../../browser/sunlight';
import { t, useLanguage } from '../../i18n/translate';
import { Switch } from '../../ui/Switch';
import { useSunlight } from './use-sunlight';

export function SunlightSwitch() {
  useLanguage();
  const isOn = useSunlight();
  return (
    <div>
      <Switch isOn={isOn} onChange={setSunlight}>
        {t('userPanel.sunlight')}
      </Switch>
      {isOn && <small>{t('userPanel.sunlit')}</small>}
    </div>
  );
}
