import { useSyncExternalStore } from 'react';
import { SharingBody } from '../../../contract/sharing';
import { changeSearch, currentSearch, onSearchChange } from '../../browser/search';
import { configScreen } from '../../configuration/descriptor';
import { SingleSheet } from '../../configuration/SingleSheet';
import type { Values } from '../../form/paths';
import { t } from '../../i18n/translate';
import { Lazy } from '../../ui/Lazy';
import { Segments } from '../../ui/Segments';

const loadParts = () => import('./SharingParts').then(module => module.SharingParts);
const loadFeeds = () => import('./Feeds').then(module => module.Feeds);
const trialWords = ['config-opened'] as const;

const isOn = ({ abilitata }: Values) => abilitata === true;

export const sharing = configScreen({
  title: 'menu.dataSharing',
  source: { read: 'GET condivisione-dati', change: 'PUT condivisione-dati' },
  schema: SharingBody,
  words: 'sharingField',
  groups: [
    {
      title: 'sharing.server',
      fields: [
        'abilitata',
        'protocollo',
        'host',
        'porta',
        'utente',
        'password',
        'cartella',
        'impronta',
        'attesa',
      ],
    },
    { title: 'sharing.files', fields: ['frequenza', 'ora', 'formato', 'scrittura', 'gzip', 'contenuto'] },
  ],
  rules: {
    findingsOf: ({ protocollo }) =>
      protocollo === 'ftp' ? [{ campo: 'protocollo', codice: 'clear_text', isWarning: true }] : [],
    shown: {
      impronta: ({ protocollo }) => protocollo !== 'ftp',
      ora: values => isOn(values) && values.frequenza === 1440,
      scrittura: ({ formato }) => formato === 'csv',
    },
  },
  Parts: props => <Lazy load={loadParts} parts={trialWords} props={props} />,
});

const views = ['files', 'feeds'] as const;
/** In the address: the feeds instead of the files. The specification has no route for them. */
const isOfFeeds = () => new URLSearchParams(currentSearch()).get('vista') === 'flussi';

/** Files for an FTP server, or the engines of a fleet. */
export function Screen() {
  const view = useSyncExternalStore(onSearchChange, isOfFeeds) ? 'feeds' : 'files';
  const choice = (
    <div>
      <Segments
        label={t('menu.dataSharing')}
        values={views}
        value={view}
        word={each => t(each === 'feeds' ? 'sharing.feeds' : 'sharing.files')}
        onChoose={each =>
          changeSearch(new URLSearchParams(each === 'feeds' ? { vista: 'flussi' } : {}), true)
        }
      />
    </div>
  );
  return view === 'feeds' ? (
    <Lazy load={loadFeeds} parts={trialWords} props={{ children: choice }} />
  ) : (
    <SingleSheet screen={sharing}>{choice}</SingleSheet>
  );
}
