import { useSyncExternalStore } from 'react';
import { sensorKinds } from '../../../contract/codes';
import type { ConfigKind } from '../../../contract/config/kinds';
import { changeSearch, currentSearch, onSearchChange } from '../../browser/search';
import { ConfigSheet } from '../../configuration/ConfigSheet';
import type { AnyScreen } from '../../configuration/descriptor';
import type { Values } from '../../form/paths';
import { t } from '../../i18n/translate';
import { Segments } from '../../ui/Segments';
import { deviceScreen, hasOwnRegisters, hasRatios } from './device-screen';

/** The kinds of devices. Their common fields and those of the connection are in device-screen.ts. */
export const deviceScreens: Readonly<Record<ConfigKind, AnyScreen>> = {
  inverters: deviceScreen('inverters', {
    title: 'menu.inverters',
    groups: [
      {
        title: 'deviceGroup.electric',
        fields: ['pn', 'kwp', 'mppt', 'udc_max'],
      },
      { title: 'deviceGroup.control', fields: ['controllo_p', 'controllo_q', 'segno_q'] },
    ],
  }),
  'box-stringhe': deviceScreen('box-stringhe', {
    title: 'menu.stringControllers',
    groups: [
      {
        title: 'deviceGroup.inputs',
        fields: ['inverter', 'ingressi', 'stringhe_ingresso', 'esclusi', 'gain', 'offset'],
      },
      {
        title: 'deviceGroup.modules',
        fields: ['moduli', 'wp', 'tilt', 'azimut'],
      },
    ],
    unitOf: path => (path === 'offset' ? 'A' : undefined),
    refers: { inverter: 'GET config/inverters' },
  }),
  contatori: deviceScreen('contatori', {
    title: 'menu.energyMeters',
    groups: [
      {
        title: 'deviceGroup.meter',
        fields: [
          'ruolo',
          'classe',
          'pod',
          'inverti',
          'segno_p',
          'segno_q',
          'offset',
          'perdita',
          'tarato_il',
          'validita',
          'registri',
        ],
      },
      {
        title: 'deviceGroup.electric',
        fields: [
          'collegamento',
          'lato',
          'ta_primario',
          'ta_secondario',
          'tv_primario',
          'tv_secondario',
          'potenza_max',
        ],
      },
    ],
    shown: {
      lato: hasOwnRegisters,
      ta_primario: hasRatios,
      ta_secondario: hasRatios,
      tv_primario: draft => hasRatios(draft) && draft.tv_secondario !== 0,
      tv_secondario: hasRatios,
      perdita: ({ ruolo }) => ruolo === 'produzione',
    },
  }),
  sensori: deviceScreen('sensori', {
    title: 'menu.sensors',
    groups: [
      {
        title: 'deviceGroup.signal',
        fields: [
          'tipo',
          'punto',
          'ingresso',
          'in_min',
          'in_max',
          'eu_min',
          'eu_max',
          'sensibilita',
          'gain',
          'offset',
        ],
      },
      { title: 'deviceGroup.place', fields: ['tilt', 'azimut', 'primario'] },
      {
        title: 'deviceGroup.validity',
        fields: ['classe', 'tarato_il', 'validita', 'limite_basso', 'limite_alto', 'blocco'],
      },
    ],
    shown: { sensibilita: ({ ingresso }) => ingresso === 'mV' },
    unitOf: (path, { tipo }) =>
      /^(eu_|limite_|offset)/.test(path) ? sensorKinds.find(([kind]) => kind === tipo)?.[1] : undefined,
  }),
  'protezioni-interfaccia': deviceScreen('protezioni-interfaccia', {
    title: 'menu.interfaceProtections',
    groups: [
      {
        title: 'deviceGroup.settings',
        fields: ['norma', 'un', 'rincalzo', 'prossima_verifica', 'comando_locale', 'funzioni'],
      },
    ],
  }),
  'digital-signals': deviceScreen('digital-signals', {
    title: 'menu.digitalSignals',
    groups: [
      {
        title: 'deviceGroup.signal',
        fields: ['modulo', 'canale', 'uscita', 'interblocco', 'segnale', 'contatto', 'filtro'],
      },
      { title: 'deviceGroup.alarm', fields: ['allarme', 'priorita', 'ritardo_on', 'ritardo_off', 'memoria'] },
    ],
    shown: { priorita: ({ allarme }) => allarme === true },
    refers: { modulo: 'GET config/moduli-io' },
  }),
  'moduli-io': deviceScreen('moduli-io', {
    title: 'deviceGroup.inputModules',
    groups: [{ title: 'deviceGroup.inputs', fields: ['numero', 'funzione', 'primo', 'canali'] }],
    shown: { funzione: isReadAsSaid, primo: isReadAsSaid },
  }),
  trackers: deviceScreen('trackers', {
    title: 'menu.trackers',
    groups: [
      {
        title: 'deviceGroup.geometry',
        fields: ['gruppo', 'angolo_max', 'gcr', 'backtracking', 'banda_morta', 'stringhe'],
      },
      {
        title: 'deviceGroup.safety',
        fields: [
          'vento_riposo',
          'vento_rientro',
          'minuti_rientro',
          'angolo_riposo',
          'angolo_notte',
          'angolo_pulizia',
        ],
      },
    ],
  }),
  cci: deviceScreen('cci', {
    title: 'menu.centralController',
    groups: [
      {
        title: 'deviceGroup.electric',
        fields: ['pimm', 'pass', 'qind', 'qcap', 'smax', 'pod', 'ied', 'scadenza_certificato'],
      },
      {
        title: 'deviceGroup.network',
        fields: ['ip_a', 'maschera_a', 'gateway_a', 'ip_b', 'maschera_b', 'gateway_b', 'ntp'],
      },
      {
        title: 'deviceGroup.control',
        fields: [
          'delta_t',
          'ritardo_comunicazione',
          'riserva',
          'cosphi',
          'lock_in',
          'lock_out',
          'banda_morta',
          'curva_qv',
          'curva_cosphi',
        ],
      },
    ],
  }),
};

/** A profile says how the outputs of its module are read. */
function isReadAsSaid({ profilo = 'sunspec' }: Values) {
  return profilo === 'sunspec';
}

const signalKinds = ['digital-signals', 'moduli-io'] as const;
/** In the address: the modules instead of the signals. The specification has no route for them. */
const isOfModules = () => new URLSearchParams(currentSearch()).get('vista') === 'moduli';
const showModules = (isShown: boolean) =>
  changeSearch(new URLSearchParams(isShown ? { vista: 'moduli' } : {}), true);

/** Digital signals, or the modules that read them. */
function Signals() {
  const kind = signalKinds[Number(useSyncExternalStore(onSearchChange, isOfModules))] ?? 'digital-signals';
  return (
    <ConfigSheet key={kind} screen={deviceScreens[kind]}>
      <Segments
        label={t('menu.digitalSignals')}
        values={signalKinds}
        value={kind}
        word={each => t(deviceScreens[each].title)}
        onChoose={each => showModules(each === 'moduli-io')}
      />
    </ConfigSheet>
  );
}

/** The screen of a kind, as a route loads it. */
export const screenOf = (kind: ConfigKind) =>
  kind === 'digital-signals' ? Signals : () => <ConfigSheet key={kind} screen={deviceScreens[kind]} />;
