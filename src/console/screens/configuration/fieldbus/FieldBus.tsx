import '../../../configuration/configuration.css';
import { busState } from '../../../data/field-bus';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';
import { Lines } from './Lines';
import { PlantSteps } from './PlantSteps';
import { Registers } from './Registers';
import { SearchPanel } from './SearchPanel';
import './fieldbus.css';

/** The field bus: how its devices answer, the search for further ones, and their registers. */
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
        </>
      )}
    </div>
  );
}
