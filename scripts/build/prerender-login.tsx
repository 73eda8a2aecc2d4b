import { renderToString } from 'preact-render-to-string';
import { LoginArea } from '../../src/console/app/login/LoginArea';
import italian from '../../src/console/i18n/languages/it.json';
import { setLanguage, setWordSource } from '../../src/console/i18n/translate';

/** The login area as written into index.html: the same component, in Italian, rendered without a script. */
export async function prerenderLogin(): Promise<string> {
  setWordSource({ file: async () => italian, keys: async () => null });
  await setLanguage('it');
  return renderToString(<LoginArea enter={() => false} firstStart="no" hour={null} />);
}
