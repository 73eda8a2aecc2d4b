import { renderToString } from 'preact-render-to-string';
import { LoginArea } from '../../src/console/app/login/LoginArea';
import { setLanguage, setWordSource } from '../../src/console/i18n/translate';
import { languageFiles } from './language-files';

/** The login area as written into index.html: the same component, in Italian, rendered without a script. */
export async function prerenderLogin(): Promise<string> {
  const { files, keys } = languageFiles();
  const parsed = (text: string | undefined) => JSON.parse(text ?? 'null');
  setWordSource({
    file: async name => parsed(files.get(name)),
    keys: async bundle => parsed(keys.get(bundle)),
  });
  await setLanguage('it');
  return renderToString(<LoginArea enter={() => false} firstStart="no" hour={null} />);
}
