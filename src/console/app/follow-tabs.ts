import { currentSession, storedToken } from '../data/session';
import { announce, onMessage } from './cross-tab';
import { showLanguage } from './language';
import { followPlantChange } from './plant-changed';
import { leave } from './session-flow';

/** Repeats here what the user did in another tab of this browser; the theme switch does so by itself. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  return onMessage(message => {
    switch (message.kind) {
      case 'logout':
        if (currentSession()?.sub === message.account) leave();
        break;
      case 'session-wanted': {
        const token = currentSession() && storedToken();
        if (token) announce({ kind: 'session', token });
        break;
      }
      case 'plant-changed':
        followPlantChange();
        break;
      case 'language':
        // Without the language file the page keeps its language.
        showLanguage(message.language).catch(() => undefined);
        break;
    }
  });
}
