import { currentSession } from '../data/session';
import { onMessage } from './cross-tab';
import { showLanguage } from './language';
import { followPlantChange } from './plant-changed';
import { leave } from './session-flow';

/** Does here what was done in another tab of this browser; the theme switch follows by itself. Returns what ends it. */
export function followOtherTabs(): () => void {
  return onMessage(message => {
    switch (message.kind) {
      case 'logout':
        if (currentSession()?.sub === message.account) leave();
        break;
      case 'plant-changed':
        followPlantChange();
        break;
      case 'language':
        // Without its file the language stays what it was.
        showLanguage(message.language).catch(() => undefined);
        break;
    }
  });
}
