import { applyTheme } from '../browser/theme';
import { validSession } from '../data/session';
import { setLanguage } from '../i18n/translate';
import { onMessage } from './cross-tab';
import { followPlantChange } from './plant-changed';
import { leave } from './session-flow';

/** Does here what was done in another tab of this browser. Returns what ends it. */
export function followOtherTabs(): () => void {
  return onMessage(message => {
    switch (message.kind) {
      case 'logout':
        if (validSession()?.sub === message.account) leave();
        break;
      case 'plant-changed':
        followPlantChange();
        break;
      case 'theme':
        applyTheme(message.theme);
        break;
      case 'language':
        // Without its file the language stays what it was.
        setLanguage(message.language).catch(() => undefined);
        break;
    }
  });
}
