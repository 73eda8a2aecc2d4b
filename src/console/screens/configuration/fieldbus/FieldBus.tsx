import '../../../configuration/configuration.css';
import { BusCommands } from '../../../../contract/bus';
import { configScreen } from '../../../configuration/descriptor';
import { Panel } from '../../../configuration/Panel';
import { busState } from '../../../data/field-bus';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';
import { Lines } from './Lines';
import { PlantSteps } from './PlantSteps';
import { Registers } from './Registers';
import { SearchPanel } from './SearchPanel';
import './fieldbus.css';

const commands = configScreen({
  title: 'bus.commands',
  source: { read: 'GET bus/comandi', change: 'PUT bus/comandi' },
  schema: BusCommands,
  words: 'busField',
  groups: [{ title: 'bus.commands', fields: ['abilitato'] }],
});

/** The field bus: how its devices answer, the search for further ones, and their registers; whether inverters are commanded. */
export function FieldBus() {
  const { value, error } = useResource(busState);
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
          <PlantSteps lines={value.lines} />
          <Lines lines={value.lines} />
          <SearchPanel />
          <Registers lines={value.lines} />
          <Panel screen={commands} isReadOnly={false}>
            <p className="fb-note">{t('bus.commandsIntro')}</p>
          </Panel>
        </>
      )}
    </div>
  );
}
