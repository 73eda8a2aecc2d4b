import { randomUUID } from 'node:crypto';
import type { BodyInputOf, Key, QueryInputOf } from '../../src/contract';
import type { ScheduleAction } from '../../src/contract/schedules';
import { backupCalls } from './backup-calls';
import { configCalls } from './config-calls';
import { type TestDatalogger, testPassword } from './datalogger';
import { exampleBus, exampleScan, onlyScan } from './example-bus';
import { examplePortuguese, keptLanguage } from './example-language';
import { exampleLogo } from './example-logo';
import { exampleDraft, exampleDump, exampleProfileText, keptProfile } from './example-profile';
import {
  exampleInflux,
  exampleMail,
  exampleMqtt,
  exampleNotifications,
  examplePrometheus,
  exampleSchedule,
  exampleSharing,
  exampleSyslog,
  exampleWebhook,
} from './example-services';

/** A call of one endpoint that succeeds for an administrator of a plant with the demonstration accounts. */
export interface ExampleCall<K extends Key = Key> {
  /** Path below `/api/` with its parameters filled in. */
  readonly path: string;
  readonly query?: QueryInputOf<K>;
  readonly json?: BodyInputOf<K>;
}

export type Make<K extends Key> = (
  datalogger: TestDatalogger,
  token: string | null,
) => ExampleCall<K> | Promise<ExampleCall<K>>;

/** The demonstration accounts in the order in which they are created. */
export const accountIds = { admin: 1, normal: 2, cci: 3 } as const;

export const examplePlant = {
  nome: 'FV Esempio',
  indirizzo: '',
  comune: 'Roma',
  provincia: 'RM',
  cap: '00139',
  lat: 41.9,
  long: 12.5,
  altitudine: 40,
  potenza_picco: 998.4,
  potenza_ca: 1000,
  potenza_immissione: 1000,
  livello_tensione: 'MT',
  tensione: 20_000,
  trasformatore: 1250,
  pod: '',
  censimp: '',
  up: '',
  rintracciabilita: '',
  data_connessione: null,
  data_esercizio: '2014-02-14',
  incentivo: '',
  tariffa: null,
  scadenza_incentivo: null,
  dso: '',
  titolare: '',
  contatto: '',
  fuso: 'Europe/Rome',
  tilt: 30,
  azimut: 180,
  gamma: -0.35,
  albedo: 0.2,
  pr_atteso: 85,
  disponibilita_contrattuale: 98,
  soglia_irraggiamento: 50,
  festivi_italia: true,
  copertura_certa: 70,
  copertura_minima: 30,
  formula_disponibilita: 'tempo',
  esclusioni: ['rete', 'interfaccia', 'forza_maggiore', 'concordata'],
  premio_su: 'disponibilita',
  scatto: 1,
} as const satisfies BodyInputOf<'POST impianto'>;

const exampleSystem = {
  ntp: ['10.20.4.1'],
  giorni_minuti: 20,
  giorni_quarti: 400,
  dati_pubblici: true,
  ore_sessione: 8,
  sospensione_operatori: true,
} as const satisfies BodyInputOf<'PUT sistema'>;

async function resetCode(datalogger: TestDatalogger, id: number): Promise<string> {
  const token = datalogger.login('admin');
  const reply = await datalogger.request(`/api/account/${id}/codice`, { method: 'POST', token });
  const { codice } = await reply.json();
  return codice;
}

/** The id of an alarm on an inverter, which every role sees. */
async function alarmId(datalogger: TestDatalogger): Promise<number> {
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  await datalogger.run(6);
  const reply = await datalogger.request('/api/allarmi?tipo=inverter', { token: datalogger.login('admin') });
  const { righe } = await reply.json();
  return righe[0].id;
}

const aDisplay = { nome: 'Sala', disposizione: 'sala', lingua: 'it' } as const;
const aCommand = { oggetto: 'spi.1', azione: 'azzera_contatori' } as const;

/** The id of the session's selection; an id that does not exist if the session is not allowed to select. */
async function selectedId(datalogger: TestDatalogger, token: string | null): Promise<string> {
  const reply = await datalogger.request('/api/comandi', { method: 'POST', token, json: aCommand });
  return reply.ok ? (await reply.json()).id : 'nulla';
}

/** Of a time before the archive of a test begins. */
const aSpan = { gruppo: 'inverter', dispositivo: 1, da: 1_781_000_100, a: 1_781_001_000 } as const;

const sampled = new WeakSet<TestDatalogger>();
/** A span of a device that the archive knows: it does after the first minute. */
async function spanOf(datalogger: TestDatalogger) {
  if (!sampled.has(datalogger)) await datalogger.run(120);
  sampled.add(datalogger);
  return aSpan;
}

const reportByMail: ScheduleAction = {
  tipo: 'report_email',
  report: 'mensile',
  destinatari: [{ email: 'servizio@example.net', lingua: 'it' }],
  allegato: false,
  pdf: false,
};

const scheduleId = ({ config }: TestDatalogger) => config.schedules.add(exampleSchedule);

/** The id of a note that every role sees, and that nobody of them wrote. */
const noteOfAnInverter = ({ config }: TestDatalogger) =>
  config.logbook.add({
    group: 'inverter',
    device: 1,
    name: 'INV 01',
    alarm: null,
    begin: 1_781_000_000,
    end: null,
    text: 'Ventola cambiata',
    cause: null,
    author: 'altri',
    writtenS: 1_781_000_000,
  }).id;

const aPhoto = 'iVBORw0KGgo=';
/** The id of an open order that every role sees, with or without a photo. */
const workOfAnInverter = ({ config }: TestDatalogger) =>
  config.workOrders.add({
    ...{ titolo: 'Pulire i filtri', gruppo: 'inverter', dispositivo: 1, nome: 'INV 01', allarmi: [] },
    ...{ assegnato: null, persona: '', scadenza: null, passi: [], nota: '', costo: null, stato: 'aperto' },
    ...{ esito: '', causa: null, autore: 'altri', creato: 1_781_000_000, chiuso: null, chiuso_da: '' },
  }).id;
async function photoOfAnInverter(datalogger: TestDatalogger): Promise<string> {
  const photos = `lavori/${workOfAnInverter(datalogger)}/foto`;
  const token = datalogger.login('admin');
  const json = { foto: aPhoto };
  const reply = await datalogger.request(`/api/${photos}`, { method: 'POST', token, json });
  return `${photos}/${reply.ok ? (await reply.json()).foto[0].numero : 1}`;
}

/** One example for each endpoint: a new endpoint without an example does not compile. */
export const exampleCalls: { readonly [K in Key]: Make<K> } = {
  'POST auth/register': () => ({
    path: 'auth/register',
    json: { nome: 'Anna Verdi', user: 'anna', password: 'tramontana-7', livello: '1' },
  }),
  'POST auth/authenticate': () => ({
    path: 'auth/authenticate',
    json: { user: 'operatore', password: testPassword },
  }),
  'POST auth/logout': () => ({ path: 'auth/logout' }),
  'POST auth/conferma': () => ({ path: 'auth/conferma', json: { password: testPassword } }),
  'POST auth/rinnova': () => ({ path: 'auth/rinnova' }),
  'POST auth/reset-pwd': async datalogger => ({
    path: 'auth/reset-pwd',
    json: {
      user: 'operatore',
      codice: await resetCode(datalogger, accountIds.normal),
      password: 'tramontana-7',
    },
  }),
  'GET auth/primo_avvio': () => ({ path: 'auth/primo_avvio' }),
  'GET auth/generale/:id': () => ({ path: 'auth/generale/1' }),
  'GET auth/stato_datalogger/all': () => ({ path: 'auth/stato_datalogger/all' }),
  'GET account': () => ({ path: 'account' }),
  'PUT account/:id': () => ({ path: `account/${accountIds.admin}`, json: { nome: 'M. Ferrari' } }),
  'DELETE account/:id': () => ({ path: `account/${accountIds.cci}` }),
  'POST account/:id/codice': () => ({ path: `account/${accountIds.normal}/codice` }),
  'GET dati_impianto/RT': () => ({ path: 'dati_impianto/RT', query: { m: 'impianto' } }),
  'GET dati_impianto/daily': () => ({
    path: 'dati_impianto/daily',
    query: { m: 'impianto.pac', d: '2026-06-10' },
  }),
  'GET dati_impianto/monthly': () => ({
    path: 'dati_impianto/monthly',
    query: { m: 'impianto.eday', d: '2026-06' },
  }),
  'GET dati_impianto/annual': () => ({
    path: 'dati_impianto/annual',
    query: { m: 'impianto.eday', d: '2026' },
  }),
  'GET dati_impianto/campioni': () => ({
    path: 'dati_impianto/campioni',
    query: { m: 'cci.p,spi.f', da: '1781080000', a: '1781092000' },
  }),
  'GET dati_impianto/momento': () => ({
    path: 'dati_impianto/momento',
    query: { m: 'impianto,inverter.pac', t: '1781080000' },
  }),
  'GET dati_impianto/serie': () => ({
    path: 'dati_impianto/serie',
    query: { m: 'impianto.pac,inverter.1.eday,inverter.1.yday.mediana', da: '1781080000', a: '1781092000' },
  }),
  'GET dati_impianto/archivio': () => ({ path: 'dati_impianto/archivio' }),
  'GET dati_impianto/mancanti': () => ({ path: 'dati_impianto/mancanti' }),
  'GET analisi/viste': () => ({ path: 'analisi/viste' }),
  'POST analisi/viste': () => ({
    path: 'analisi/viste',
    json: { nome: 'Due inverter', ricerca: 'vista=analisi&linee=inverter.1.pac%2Cinverter.2.pac' },
  }),
  'DELETE analisi/viste/:id': ({ config }) => {
    const view = { nome: 'Due inverter', ricerca: 'vista=analisi' };
    return { path: `analisi/viste/${config.views.keep(accountIds.admin, view).id}` };
  },
  'GET sistema/primi-passi': () => ({ path: 'sistema/primi-passi' }),
  'POST sistema/primi-passi/rinvia': () => ({
    path: 'sistema/primi-passi/rinvia',
    json: { passo: 'backup' },
  }),
  'POST sistema/primi-passi/fine': () => ({ path: 'sistema/primi-passi/fine' }),
  'GET dati_impianto/energia_totale': () => ({ path: 'dati_impianto/energia_totale' }),
  'GET dati_impianto/energia_oggi': () => ({ path: 'dati_impianto/energia_oggi' }),
  'GET dati_impianto/energia_prodotta_mese': () => ({
    path: 'dati_impianto/energia_prodotta_mese',
    query: { d: '2026-06' },
  }),
  'GET dati_impianto/energia_persa': () => ({
    path: 'dati_impianto/energia_persa',
    query: { d: '2026-06-10' },
  }),
  'GET previsione': () => ({ path: 'previsione' }),
  'GET bilancio': () => ({ path: 'bilancio', query: { lingua: 'de' } }),
  'GET verifiche': () => ({ path: 'verifiche', query: { tipo: 'mensile', d: '2026-05' } }),
  'GET report': () => ({ path: 'report', query: { tipo: 'giornaliero', d: '2026-06-10' } }),
  'GET report/pdf': () => ({
    path: 'report/pdf',
    query: { tipo: 'giornaliero', d: '2026-06-10', lingua: 'it' },
  }),
  'GET contratto/pdf': () => ({ path: 'contratto/pdf', query: { d: '2026-05', lingua: 'it' } }),
  'GET tensione/pdf': () => ({ path: 'tensione/pdf', query: { d: '2026-06-08', lingua: 'it' } }),
  'GET allarmi': () => ({ path: 'allarmi', query: { stato: 'storico', tipo: 'inverter,spi' } }),
  'GET allarmi/conteggi': () => ({ path: 'allarmi/conteggi' }),
  'GET aiuti': () => ({ path: 'aiuti?lingua=it' }),
  'GET allarmi/andamento': () => ({ path: 'allarmi/andamento' }),
  'GET allarmi/momento': () => ({ path: 'allarmi/momento', query: { t: '1781080000' } }),
  'GET allarmi/:id': async datalogger => ({ path: `allarmi/${await alarmId(datalogger)}` }),
  'POST allarmi/:id/riconosci': async datalogger => ({
    path: `allarmi/${await alarmId(datalogger)}/riconosci`,
    json: { nota: 'Squadra avvisata' },
  }),
  'POST allarmi/riconosci': async datalogger => ({
    path: 'allarmi/riconosci',
    json: { id: [await alarmId(datalogger)] },
  }),
  'POST allarmi/:id/accantona': async datalogger => ({
    path: `allarmi/${await alarmId(datalogger)}/accantona`,
    json: { motivo: 'Manutenzione', minuti: 60 },
  }),
  'GET diario': () => ({ path: 'diario', query: { gruppo: 'inverter' } }),
  'POST diario': () => ({
    path: 'diario',
    json: { gruppo: 'inverter', dispositivo: 1, testo: 'Ventola cambiata' },
  }),
  'GET misure/invalide': () => ({ path: 'misure/invalide' }),
  'POST misure/invalide/anteprima': async datalogger => ({
    path: 'misure/invalide/anteprima',
    json: await spanOf(datalogger),
  }),
  'POST misure/invalide': async datalogger => ({
    path: 'misure/invalide',
    json: { ...(await spanOf(datalogger)), motivo: 'Contatore sostituito' },
  }),
  'DELETE misure/invalide/:id': async (datalogger, token) => {
    const json = { ...(await spanOf(datalogger)), motivo: 'Contatore sostituito' };
    const marked = await datalogger.request('/api/misure/invalide', { method: 'POST', token, json });
    return { path: `misure/invalide/${marked.ok ? (await marked.json()).id : 1}` };
  },
  'DELETE diario/:id': datalogger => ({ path: `diario/${noteOfAnInverter(datalogger)}` }),
  'GET lavori': () => ({ path: 'lavori', query: { stato: 'aperti' } }),
  'GET lavori/persone': () => ({ path: 'lavori/persone' }),
  'GET lavori/csv': () => ({ path: 'lavori/csv' }),
  'POST lavori': () => ({
    path: 'lavori',
    json: { titolo: 'Pulire i filtri', gruppo: 'inverter', dispositivo: 1 },
  }),
  'GET lavori/:id': datalogger => ({ path: `lavori/${workOfAnInverter(datalogger)}` }),
  'PUT lavori/:id': datalogger => ({
    path: `lavori/${workOfAnInverter(datalogger)}`,
    json: { titolo: 'Pulire i filtri', stato: 'in_corso' },
  }),
  'POST lavori/:id/foto': datalogger => ({
    path: `lavori/${workOfAnInverter(datalogger)}/foto`,
    json: { foto: aPhoto },
  }),
  'GET lavori/:id/foto/:numero': async datalogger => ({ path: await photoOfAnInverter(datalogger) }),
  'DELETE lavori/:id/foto/:numero': async datalogger => ({ path: await photoOfAnInverter(datalogger) }),
  'GET config/allarmi': () => ({ path: 'config/allarmi' }),
  'PUT config/allarmi/:codice': () => ({ path: 'config/allarmi/INV07', json: { soglia: 80 } }),
  'GET config/:tipo/:id/usi': () => ({ path: 'config/inverters/1/usi' }),
  ...configCalls,
  'GET sistema': () => ({ path: 'sistema' }),
  'PUT sistema': () => ({ path: 'sistema', json: exampleSystem }),
  'POST sistema/ora': datalogger => {
    datalogger.config.settings.write({ ...exampleSystem, ntp: [] });
    return { path: 'sistema/ora', json: { ora: 1_800_000_000 } };
  },
  'POST sistema/riavvio': () => ({ path: 'sistema/riavvio' }),
  'POST impianto/:id/network/conferma': async datalogger => {
    const token = datalogger.login('admin');
    const headers = { 'If-Match': '*' };
    const json = { modalita: 'dhcp' };
    await datalogger.request('/api/impianto/1/network', { method: 'PATCH', token, headers, json });
    return { path: 'impianto/1/network/conferma' };
  },
  'DELETE account/:id/sessioni': () => ({ path: `account/${accountIds.admin}/sessioni` }),
  ...backupCalls,
  'POST tabelle/xlsx': () => ({
    path: 'tabelle/xlsx',
    json: {
      file: 'meridiana-2026-06-month',
      decimale: ',',
      lingua: 'it',
      testo: 'Giorno;Energia [kWh]\n2026-06-01;1,5',
    },
  }),
  'GET registro': () => ({ path: 'registro', query: { utente: 'ADM' } }),
  'GET registro/csv': () => ({ path: 'registro/csv', query: { utente: 'ADM' } }),
  'GET registro/catena': () => ({ path: 'registro/catena' }),
  'GET comandi': () => ({ path: 'comandi', query: { gruppo: 'cci' } }),
  'POST comandi': () => ({ path: 'comandi', json: aCommand }),
  'POST comandi/:id/conferma': async (datalogger, token) => ({
    path: `comandi/${await selectedId(datalogger, token)}/conferma`,
    json: {},
  }),
  'GET pianificazioni': () => ({ path: 'pianificazioni' }),
  'POST pianificazioni': () => ({ path: 'pianificazioni', json: exampleSchedule }),
  'PUT pianificazioni/:id': async datalogger => ({
    path: `pianificazioni/${scheduleId(datalogger)}`,
    json: { ...exampleSchedule, abilitata: false },
  }),
  'DELETE pianificazioni/:id': async datalogger => ({ path: `pianificazioni/${scheduleId(datalogger)}` }),
  'GET condivisione-dati': () => ({ path: 'condivisione-dati' }),
  'PUT condivisione-dati': () => ({ path: 'condivisione-dati', json: exampleSharing }),
  'POST condivisione-dati/prova': () => ({
    path: 'condivisione-dati/prova',
    json: { ...exampleSharing, host: 'localhost' },
  }),
  'GET condivisione-dati/flussi': () => ({ path: 'condivisione-dati/flussi' }),
  'GET condivisione-dati/influx': () => ({ path: 'condivisione-dati/influx' }),
  'PUT condivisione-dati/influx': () => ({ path: 'condivisione-dati/influx', json: exampleInflux }),
  'POST condivisione-dati/influx/prova': () => ({
    path: 'condivisione-dati/influx/prova',
    json: exampleInflux,
  }),
  'GET condivisione-dati/mqtt': () => ({ path: 'condivisione-dati/mqtt' }),
  'PUT condivisione-dati/mqtt': () => ({ path: 'condivisione-dati/mqtt', json: exampleMqtt }),
  'POST condivisione-dati/mqtt/prova': () => ({ path: 'condivisione-dati/mqtt/prova', json: exampleMqtt }),
  'GET condivisione-dati/prometheus': () => ({ path: 'condivisione-dati/prometheus' }),
  'PUT condivisione-dati/prometheus': () => ({
    path: 'condivisione-dati/prometheus',
    json: examplePrometheus,
  }),
  'GET schermi': () => ({ path: 'schermi' }),
  'POST schermi': () => ({ path: 'schermi', json: aDisplay }),
  'DELETE schermi/:id': ({ config }) => ({
    path: `schermi/${config.wallDisplays.add({ ...aDisplay, creato: 1 }, randomUUID())}`,
  }),
  'GET schermo/dati': () => ({ path: 'schermo/dati' }),
  'GET calendario.ics': () => ({ path: 'calendario.ics' }),
  'GET metriche': () => ({ path: 'metriche' }),
  'GET condivisione-dati/registro': () => ({ path: 'condivisione-dati/registro' }),
  'GET sistema/posta': () => ({ path: 'sistema/posta' }),
  'PUT sistema/posta': () => ({ path: 'sistema/posta', json: exampleMail }),
  'POST pianificazioni/:id/invia': ({ config }) => ({
    path: `pianificazioni/${config.schedules.add({ ...exampleSchedule, azione: reportByMail })}/invia`,
  }),
  'POST sistema/posta/prova': () => ({
    path: 'sistema/posta/prova',
    json: { email: 'servizio@example.net', lingua: 'it' },
  }),
  'GET sistema/notifiche': () => ({ path: 'sistema/notifiche' }),
  'PUT sistema/notifiche': () => ({ path: 'sistema/notifiche', json: exampleNotifications }),
  'GET sistema/consegne': () => ({ path: 'sistema/consegne' }),
  'GET sistema/webhook': () => ({ path: 'sistema/webhook' }),
  'PUT sistema/webhook': () => ({ path: 'sistema/webhook', json: exampleWebhook }),
  'POST sistema/webhook/prova': () => ({ path: 'sistema/webhook/prova', json: exampleWebhook }),
  'GET sistema/syslog': () => ({ path: 'sistema/syslog' }),
  'PUT sistema/syslog': () => ({ path: 'sistema/syslog', json: exampleSyslog }),
  'POST sistema/syslog/prova': () => ({ path: 'sistema/syslog/prova', json: exampleSyslog }),
  'POST simulazione/guasti': () => ({
    path: 'simulazione/guasti',
    json: { guasto: { kind: 'grid-dip', percent: 40 }, secondi: 3 },
  }),
  'GET bus/linee': datalogger => {
    datalogger.plant.fieldBus = exampleBus();
    return { path: 'bus/linee' };
  },
  'GET bus/porte': datalogger => {
    datalogger.plant.fieldBus = exampleBus();
    return { path: 'bus/porte' };
  },
  'POST bus/scansione': datalogger => {
    datalogger.plant.fieldBus = exampleBus();
    return { path: 'bus/scansione', json: exampleScan };
  },
  'GET bus/scansione/:id': async (datalogger, token) => ({ path: await onlyScan(datalogger, token) }),
  'DELETE bus/scansione/:id': async (datalogger, token) => ({ path: await onlyScan(datalogger, token) }),
  'GET bus/risposte/:tipo/:id': datalogger => {
    datalogger.plant.fieldBus ??= exampleBus();
    return { path: 'bus/risposte/inverters/1' };
  },
  'POST bus/registri': datalogger => {
    datalogger.plant.fieldBus = exampleBus();
    return {
      path: 'bus/registri',
      json: { host: '192.168.10.14', unita: 1, funzione: 3, da: 40_000, quanti: 2 },
    };
  },
  'GET bus/comandi': () => ({ path: 'bus/comandi' }),
  'PUT bus/comandi': () => ({ path: 'bus/comandi', json: { abilitato: true } }),
  'GET bus/ordini': datalogger => {
    datalogger.plant.fieldBus = exampleBus();
    return { path: 'bus/ordini' };
  },
  'GET bus/server': () => ({ path: 'bus/server' }),
  'PUT bus/server': () => ({
    path: 'bus/server',
    json: { attivo: false, porta: 1502, ammessi: ['192.168.10.50'], terzi: ['192.168.10.51'] },
  }),
  'GET bus/server/stato': () => ({ path: 'bus/server/stato' }),
  'GET lingue': () => ({ path: 'lingue' }),
  'GET lingue/:codice': () => ({ path: 'lingue/en' }),
  'GET lingue/:codice/:parte': datalogger => ({ path: `lingue/${keptLanguage(datalogger)}/base` }),
  'POST lingue/esame': () => ({ path: 'lingue/esame', json: { testo: examplePortuguese, lingua: 'it' } }),
  'POST lingue': () => ({ path: 'lingue', json: { testo: examplePortuguese } }),
  'DELETE lingue/:codice': datalogger => ({ path: `lingue/${keptLanguage(datalogger)}` }),
  'GET bus/profili': () => ({ path: 'bus/profili' }),
  'GET bus/profili/:chiave': () => ({ path: 'bus/profili/sdm630' }),
  'POST bus/profili/esame': () => ({ path: 'bus/profili/esame', json: { testo: exampleProfileText } }),
  'POST bus/profili/lettura': () => ({
    path: 'bus/profili/lettura',
    json: { testo: exampleProfileText, registri: [{ ...exampleDump, valori: [...exampleDump.valori] }] },
  }),
  'GET bus/grandezze': () => ({ path: 'bus/grandezze' }),
  'POST bus/profili': () => ({ path: 'bus/profili', json: { bozza: exampleDraft } }),
  'DELETE bus/profili/:chiave': datalogger => ({ path: `bus/profili/${keptProfile(datalogger)}` }),
  'GET bus/scelte/inverters': () => ({ path: 'bus/scelte/inverters' }),
  'GET bus/scelte/contatori': () => ({ path: 'bus/scelte/contatori' }),
  'GET bus/scelte/sensori': () => ({ path: 'bus/scelte/sensori' }),
  'GET bus/scelte/box-stringhe': () => ({ path: 'bus/scelte/box-stringhe' }),
  'GET bus/scelte/moduli-io': () => ({ path: 'bus/scelte/moduli-io' }),
  'GET bus/scelte/trackers': () => ({ path: 'bus/scelte/trackers' }),
  'GET bus/scelte/protezioni-interfaccia': () => ({ path: 'bus/scelte/protezioni-interfaccia' }),
  'GET bus/scelte/cci': () => ({ path: 'bus/scelte/cci' }),
  'DELETE simulazione/guasti': () => ({ path: 'simulazione/guasti' }),
  'GET protezioni_interfaccia/:id/eventi': () => ({ path: 'protezioni_interfaccia/1/eventi' }),
  'GET protezioni_interfaccia': () => ({ path: 'protezioni_interfaccia' }),
  'GET impianto/:id': () => ({ path: 'impianto/1' }),
  'POST impianto': () => ({ path: 'impianto', json: examplePlant }),
  'PUT impianto/:id': () => ({ path: 'impianto/1', json: { id: 1, ...examplePlant } }),
  'PATCH impianto/:id/network': () => ({
    path: 'impianto/1/network',
    json: { modalita: 'statico', ip: '10.20.4.18', maschera: 24, gateway: '10.20.4.1' },
  }),
  'PATCH impianto/:id/KNX': () => ({
    path: 'impianto/1/KNX',
    json: { abilitato: true, indirizzo: '1.1.20', modalita: 'tunnel', gateway: '10.20.4.30', porta: 3671 },
  }),
  'PATCH impianto/:id/dyn-dns': () => ({
    path: 'impianto/1/dyn-dns',
    json: {
      abilitato: true,
      provider: 'dyndns2',
      hostname: 'masseria.example.net',
      utente: 'u',
      password: 's3greta',
      intervallo: 60,
    },
  }),
  'PATCH impianto/:id/ups': () => ({ path: 'impianto/1/ups', json: { ups: true, interfaccia: 'contatti' } }),
  'GET impianto/:id/ups': () => ({ path: 'impianto/1/ups' }),
  'GET impianto/:id/logo': () => ({ path: 'impianto/1/logo' }),
  'PUT impianto/:id/logo': () => ({ path: 'impianto/1/logo', json: { immagine: exampleLogo } }),
};

/** The query string of an address; empty without a query. */
export function searchOf(query: object = {}): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return text.size === 0 ? '' : `?${text}`;
}

/** Sends the example of an endpoint with `token`, as `method` (by default the method of the endpoint). */
export async function sendExample(
  datalogger: TestDatalogger,
  key: Key,
  token: string | null,
  method = key.split(' ')[0] ?? '',
): Promise<Response> {
  const { path, query, json }: ExampleCall = await exampleCalls[key](datalogger, token);
  const search = searchOf(query);
  const hasBody = method !== 'GET' && method !== 'HEAD' && json !== undefined;
  return datalogger.request(`/api/${path}${search}`, {
    method,
    token,
    headers: { 'If-Match': '*' },
    ...(hasBody ? { json } : {}),
  });
}
