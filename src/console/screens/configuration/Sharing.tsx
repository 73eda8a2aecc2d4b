import { SharingBody } from '../../../contract/sharing';
import { configScreen } from '../../configuration/descriptor';
import { SingleSheet } from '../../configuration/SingleSheet';
import type { Values } from '../../form/paths';
import { SharingParts } from './SharingParts';

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
  Parts: SharingParts,
});

export function Screen() {
  return <SingleSheet screen={sharing} />;
}
