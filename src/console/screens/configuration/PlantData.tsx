import { PlantBody } from '../../../contract/plant';
import { type AnyScreen, configScreen } from '../../configuration/descriptor';
import { SingleSheet } from '../../configuration/SingleSheet';
import { deviceFacts } from '../../data/facts';
import { numberOrNull } from '../../data/read';
import { recordsOf } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { t } from '../../i18n/translate';
import { plantFindings } from './plant-findings';

/** The identity and description of the plant. Network, KNX, dynamic DNS and UPS are panels of the system setup. */
const wholeScreen = configScreen({
  title: 'menu.plantData',
  source: {
    read: 'GET impianto/:id',
    params: { id: '1' },
    create: 'POST impianto',
    change: 'PUT impianto/:id',
  },
  schema: PlantBody,
  words: 'plantField',
  groups: [
    {
      title: 'plantGroup.site',
      fields: ['nome', 'indirizzo', 'comune', 'provincia', 'cap', 'lat', 'long', 'altitudine', 'fuso'],
    },
    {
      title: 'plantGroup.electric',
      fields: [
        'potenza_picco',
        'potenza_ca',
        'potenza_immissione',
        'livello_tensione',
        'tensione',
        'trasformatore',
      ],
    },
    { title: 'plantGroup.field', fields: ['tilt', 'azimut', 'gamma', 'albedo'] },
    {
      title: 'plantGroup.grid',
      fields: ['pod', 'censimp', 'up', 'rintracciabilita', 'dso', 'data_connessione', 'data_esercizio'],
    },
    {
      title: 'plantGroup.contract',
      fields: [
        'titolare',
        'contatto',
        'incentivo',
        'scadenza_incentivo',
        'tariffa',
        'tariffa_f1',
        'tariffa_f2',
        'tariffa_f3',
        'costo_lavaggio',
        'festivi_italia',
        'festivi',
        'feriali',
      ],
    },
    {
      title: 'plantGroup.targets',
      fields: [
        'pr_atteso',
        'disponibilita_contrattuale',
        'soglia_irraggiamento',
        'copertura_certa',
        'copertura_minima',
        'fattore_co2',
        'budget',
        'budget_orario',
      ],
    },
    {
      title: 'plantGroup.agreement',
      fields: [
        'formula_disponibilita',
        'esclusioni',
        'disponibilita_inverter',
        'disponibilita_dati',
        'tempi',
        'premio_su',
        'scatto',
        'bonus',
        'malus',
        'tetto',
      ],
    },
  ],
  rules: { findingsOf: plantFindings },
  Parts: BusLink,
});

/** With the time zones that the browser knows as a list. */
export const plantScreen: AnyScreen = {
  ...wholeScreen,
  narrow: (path, facts) =>
    path === 'fuso' ? { ...facts, kind: 'choice', choices: Intl.supportedValuesOf('timeZone') } : facts,
};

/** A real plant goes on at its field bus: the search for its devices, and their first numbers. */
function BusLink() {
  const { value } = useResource(deviceFacts);
  if (!value || value.isSimulated) return null;
  return (
    <p>
      <a href="/config/setup-sistema?vista=bus">{t('plantGroup.bus')}</a>
    </p>
  );
}

const inverters = recordsOf('GET config/inverters');

/** What is known of a plant before it is described: the time zone of the browser, and the powers of the inverters that are configured. */
export function Screen() {
  const { value = [] } = useResource(inverters);
  const sumOf = (field: string) => value.reduce((sum, record) => sum + (numberOrNull(record[field]) ?? 0), 0);
  const usual = {
    fuso: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(value.length > 0 && { potenza_picco: sumOf('kwp'), potenza_ca: sumOf('pn') }),
  };
  return <SingleSheet screen={plantScreen} usual={usual} />;
}
