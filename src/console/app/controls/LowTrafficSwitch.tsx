import { setLowTraffic, useLowTraffic } from '../../data/traffic';
import { t, useLanguage } from '../../i18n/translate';
import { Switch } from '../../ui/Switch';

export function LowTrafficSwitch() {
  useLanguage();
  return (
    <Switch isOn={useLowTraffic()} onChange={setLowTraffic}>
      {t('first.lowTraffic')}
    </Switch>
  );
}
