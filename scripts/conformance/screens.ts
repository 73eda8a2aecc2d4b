import type { RoutePath } from '../../src/console/app/routes';
import type { Key } from '../../src/contract';
import type { Finding } from './check';

/** The calls of a screen. */
interface Calls {
  /** Without one of these the screen shows nothing but a sentence. */
  readonly core: readonly Key[];
  /** With these as well it is whole. */
  readonly more: readonly Key[];
}

const live: readonly Key[] = ['GET dati_impianto/RT', 'GET dati_impianto/daily'];
const marks: readonly Key[] = ['GET allarmi/conteggi', 'GET allarmi', 'GET diario', 'POST diario'];
const orders: readonly Key[] = ['GET comandi', 'POST comandi', 'POST comandi/:id/conferma'];
const monitoring = (...more: readonly Key[]): Calls => ({ core: live, more: [...marks, ...more] });

type Kind =
  | 'inverters'
  | 'box-stringhe'
  | 'trackers'
  | 'sensori'
  | 'digital-signals'
  | 'contatori'
  | 'protezioni-interfaccia'
  | 'cci';

/** The configuration of a kind of devices: the list, what changes a record, then files of many records and the trial of a connection. */
const devices = (kind: Kind): Calls => ({
  core: [`GET config/${kind}`, `PUT config/${kind}/:id`],
  more: [
    `POST config/${kind}`,
    `DELETE config/${kind}/:id`,
    'GET config/:tipo/:id/usi',
    `POST config/${kind}/:id/prova`,
    `GET config/${kind}/csv`,
    `POST config/${kind}/confronto`,
    `POST config/${kind}/importa`,
  ],
});

/** The calls of every screen. A route that is missing here does not compile. */
export const screens: Readonly<Record<RoutePath, Calls>> = {
  '/': monitoring(
    'POST allarmi/:id/riconosci',
    'GET previsione',
    'GET bilancio',
    'GET report',
    'GET dati_impianto/momento',
  ),
  '/allarmi': {
    core: ['GET allarmi', 'GET allarmi/conteggi'],
    more: [
      'GET allarmi/:id',
      'POST allarmi/:id/riconosci',
      'POST allarmi/riconosci',
      'POST allarmi/:id/accantona',
      'GET allarmi/andamento',
    ],
  },
  '/impianto/inverters': monitoring('GET dati_impianto/momento', ...orders),
  '/impianto/stringhe': monitoring('GET dati_impianto/energia_persa', 'GET dati_impianto/momento'),
  '/impianto/trackers': monitoring(...orders),
  '/impianto/contatori': monitoring('GET dati_impianto/momento'),
  '/impianto/sensori': monitoring('GET dati_impianto/momento'),
  '/impianto/digital-signals': monitoring(),
  '/impianto/prot-interfaccia': monitoring(
    'GET protezioni_interfaccia',
    'GET protezioni_interfaccia/:id/eventi',
    ...orders,
  ),
  '/impianto/cci': monitoring('GET dati_impianto/campioni', ...orders),
  '/stats&reports': {
    core: ['GET dati_impianto/daily', 'GET dati_impianto/monthly', 'GET dati_impianto/annual'],
    more: [
      'GET report',
      'GET dati_impianto/archivio',
      'GET dati_impianto/serie',
      'GET dati_impianto/mancanti',
      'GET analisi/viste',
      'POST analisi/viste',
      'DELETE analisi/viste/:id',
    ],
  },
  '/stats&reports/reports': {
    core: ['GET dati_impianto/daily', 'GET dati_impianto/monthly', 'GET dati_impianto/annual'],
    more: ['GET report', 'GET verifiche'],
  },
  '/config/impianto': {
    core: ['GET impianto/:id', 'PUT impianto/:id', 'POST impianto'],
    more: [],
  },
  '/config/inverters': devices('inverters'),
  '/config/box-stringhe': devices('box-stringhe'),
  '/config/trackers': devices('trackers'),
  '/config/sensori': devices('sensori'),
  '/config/digital-signals': devices('digital-signals'),
  '/config/contatori': devices('contatori'),
  '/config/protezioni-interfaccia': devices('protezioni-interfaccia'),
  '/config/cci': devices('cci'),
  '/config/pianificazioni': {
    core: ['GET pianificazioni', 'PUT pianificazioni/:id'],
    more: ['POST pianificazioni', 'DELETE pianificazioni/:id', 'POST pianificazioni/:id/invia'],
  },
  '/config/condivisione-dati': {
    core: ['GET condivisione-dati', 'PUT condivisione-dati'],
    more: [
      'POST condivisione-dati/prova',
      'GET condivisione-dati/registro',
      'GET condivisione-dati/flussi',
      'GET condivisione-dati/influx',
      'PUT condivisione-dati/influx',
      'POST condivisione-dati/influx/prova',
      'GET condivisione-dati/mqtt',
      'PUT condivisione-dati/mqtt',
      'POST condivisione-dati/mqtt/prova',
      'GET condivisione-dati/prometheus',
      'PUT condivisione-dati/prometheus',
    ],
  },
  '/config/allarmi': { core: ['GET config/allarmi', 'PUT config/allarmi/:codice'], more: [] },
  '/config/account': {
    core: ['GET account', 'PUT account/:id', 'POST auth/register', 'DELETE account/:id'],
    more: ['POST account/:id/codice', 'DELETE account/:id/sessioni', 'POST auth/reset-pwd'],
  },
  '/config/setup-sistema': {
    core: [
      'GET impianto/:id',
      'PATCH impianto/:id/network',
      'PATCH impianto/:id/KNX',
      'PATCH impianto/:id/dyn-dns',
      'PATCH impianto/:id/ups',
    ],
    more: [
      'POST impianto/:id/network/conferma',
      'GET impianto/:id/ups',
      'GET sistema',
      'PUT sistema',
      'POST sistema/ora',
      'POST sistema/riavvio',
      'GET sistema/posta',
      'PUT sistema/posta',
      'POST sistema/posta/prova',
      'GET sistema/notifiche',
      'PUT sistema/notifiche',
      'GET sistema/consegne',
      'GET sistema/webhook',
      'PUT sistema/webhook',
      'POST sistema/webhook/prova',
      'GET sistema/syslog',
      'PUT sistema/syslog',
      'POST sistema/syslog/prova',
      'POST sistema/backup',
      'POST sistema/ripristino',
      'POST sistema/ripristino/:id/conferma',
      'POST sistema/versioni/:id/ripristino',
      'GET sistema/copie',
      'POST sistema/copie/ripristino',
      'GET registro',
    ],
  },
};

export interface ScreenReport {
  readonly path: string;
  /** `whole`: every call is there. `part`: the screen opens, and says what is missing. `none`: it shows only that sentence. */
  readonly works: 'whole' | 'part' | 'none';
  /** Calls that are missing or wrong, those first without which the screen does not open. */
  readonly first: readonly Key[];
  readonly then: readonly Key[];
}

/** What each screen does on this datalogger, in the order of the least work left: first by the calls that open it, then by all. */
export function screenReports(findings: readonly Finding[]): readonly ScreenReport[] {
  const bad = new Set(
    findings.flatMap(({ key, verdict }) => (verdict === 'missing' || verdict === 'wrong' ? [key] : [])),
  );
  const reports = Object.entries(screens).map(([path, { core, more }]): ScreenReport => {
    const first = core.filter(key => bad.has(key));
    const then = more.filter(key => bad.has(key));
    const works = first.length > 0 ? 'none' : then.length > 0 ? 'part' : 'whole';
    return { path, works, first, then };
  });
  const work = ({ first, then }: ScreenReport) => first.length * 1000 + then.length;
  return reports.sort((a, b) => work(a) - work(b));
}
