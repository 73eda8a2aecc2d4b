import '../../../configuration/configuration.css';
import { useState } from 'react';
import { BusCommands } from '../../../../contract/bus-commands';
import { ModbusServerBody } from '../../../../contract/modbus-server';
import { panelScreen, shownIf } from '../../../configuration/descriptor';
import { Panel } from '../../../configuration/Panel';
import { busState } from '../../../data/field-bus';
import { Commissioning } from './Commissioning';
import { Lines } from './Lines';
import { Profiles } from './Profiles';
import { Registers, useRegisterForm } from './Registers';
import { SearchPanel } from './SearchPanel';
import './fieldbus.css';
import { useResource } from '../../../data/use-resource';
import type { Values } from '../../../form/paths';
import { t } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';

const isAtDelivery = ({ abilitato, consegna }: Values) => abilitato === true && consegna === true;

/** Whether the reactive power follows this law. */
const follows = (law: string) => (draft: Values) => isAtDelivery(draft) && draft.reattiva === law;

const commands = panelScreen({
  title: 'bus.commands',
  source: { read: 'GET bus/comandi', change: 'PUT bus/comandi' },
  schema: BusCommands,
  words: 'busField',
  fields: [
    'abilitato',
    'consegna',
    'immissione',
    'banda',
    'margine',
    'rampa_su',
    'rampa_giu',
    'reattiva',
    'cosphi',
    'lock_in',
    'lock_out',
    'banda_morta',
    'curva_qv',
    'curva_cosphi',
  ],
  rules: {
    shown: {
      consegna: ({ abilitato }: Values) => abilitato === true,
      ...shownIf(isAtDelivery, 'immissione', 'banda', 'margine', 'rampa_su', 'rampa_giu', 'reattiva'),
      cosphi: follows('cosphi_fisso'),
      ...shownIf(follows('qv'), 'lock_in', 'lock_out', 'banda_morta', 'curva_qv'),
      curva_cosphi: follows('cosphi_p'),
    },
  },
});

const server = panelScreen({
  title: 'busField.label.attivo',
  source: { read: 'GET bus/server', change: 'PUT bus/server' },
  schema: ModbusServerBody,
  words: 'busField',
  fields: ['attivo', 'porta', 'ammessi', 'gestore', 'terzi'],
});

/** The field bus: how its devices answer, the search for further ones, and their registers; whether inverters are commanded. */
export function FieldBus() {
  const { value, error } = useResource(busState);
  const [isOpen, setOpen] = useState(false);
  const form = useRegisterForm(value?.lines ?? []);
  return (
    <div className="sheet cf">
      <header className="head">
        <h1>{t('system.bus')}</h1>
        <p>{t('bus.intro')}</p>
      </header>
      {!value && (
        <section>
          <p role="status">{t(error ? 'config.notRead' : 'config.reading')}</p>
        </section>
      )}
      {value && !value.isThere && (
        <section>
          <div className="note">
            <Icon name="unlink" />
            <p>{t('bus.absent')}</p>
          </div>
        </section>
      )}
      {value?.isThere && (
        <>
          <Commissioning bus={value} />
          <Lines lines={value.lines} />
          <SearchPanel lines={value.lines} kept={value.search} />
          <Registers lines={value.lines} />
          <Panel screen={commands} isReadOnly={false}>
            <p className="fb-note">{t('bus.commandsIntro')}</p>
          </Panel>
        </>
      )}
      {value && (
        <>
          <section className="c12">
            <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
              <summary>{t('bus.profiles')}</summary>
              {isOpen && <Profiles place={value.isThere ? form.body : null} />}
            </details>
          </section>
          <Panel screen={server} isReadOnly={false} />
        </>
      )}
    </div>
  );
}
