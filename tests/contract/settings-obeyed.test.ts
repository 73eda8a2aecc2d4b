import { expect, test } from 'vitest';
import { factsOfFields } from '../../src/contract/config/facts';
import { type ConfigKind, configKinds, schemaOf } from '../../src/contract/config/kinds';
import { InfluxBody, MqttBody, PrometheusBody } from '../../src/contract/feeds';
import { MailBody, NotificationBody, ToldRecipient } from '../../src/contract/mail';
import { DynDns, Knx, Network, PlantBody, Ups } from '../../src/contract/plant';
import { SyslogBody, WebhookBody } from '../../src/contract/push';
import { SharingBody } from '../../src/contract/sharing';
import { SystemBody } from '../../src/contract/system';

/*
 * A setting that can be saved and does nothing is a false promise. Each field of each record has here what obeys it; a new field without
 * an entry fails. `papers` describe the device for people and are obeyed by nobody. What is named is checked in the file that is given.
 */

const papers = 'papers' as const;
const holidays = 'revenue by band (datalogger/reports/money, console/data/time-bands)';
type Obeyed = typeof papers | string;

const polled = {
  nome: 'its name in values, alarms, reports (routes/config-effects)',
  posizione: papers,
  note: papers,
  abilitato: 'it is not asked, state 92 (routes/config-effects)',
  in_manutenzione: 'its alarms are hidden, it does not count in the availability (routes/config-effects)',
  marca: papers,
  modello: papers,
  seriale: 'no two devices may have the same (routes/config)',
  firmware: papers,
  protocollo: 'which fields are its address (routes/config)',
  host: 'where it is asked (routes/config-effects)',
  porta: 'where it is asked (routes/config)',
  bus: 'where it is asked (routes/config)',
  unita: 'where it is asked (routes/config-effects)',
  istanza: 'which device of the unit is asked (simulator/settings-obeyed, contract/config/rules)',
  baud: 'how long a poll takes (simulator/settings-obeyed)',
  parita: 'how long a poll takes (simulator/settings-obeyed)',
  stop: 'how long a poll takes (simulator/settings-obeyed)',
  timeout: 'when it counts as silent (simulator/settings-obeyed)',
  tentativi: 'when it counts as silent (simulator/settings-obeyed)',
  base_registri: 'whether its registers are found (simulator/settings-obeyed)',
  ordine: 'whether its registers are understood (simulator/settings-obeyed)',
  polling: 'how often its values change (simulator/settings-obeyed)',
  pausa: 'how long its line is silent between two requests (fieldbus/engine/line-settings)',
  attesa_iniziale: 'how long its line is silent after connecting (fieldbus/engine/line-settings)',
  connessioni: 'how many requests are in flight on its line (fieldbus/engine/line-settings)',
} satisfies Record<string, Obeyed>;

const profile = {
  profilo: 'which registers are read (fieldbus/profiles/profiles)',
  profilo_provato: 'whether the form warns that nobody has compared its values (contract/config/rules)',
};
const ownRegisters = {
  ...profile,
  registro: 'which registers are read (fieldbus/profiles/profiles)',
  lettura: 'which registers are read (fieldbus/profiles/profiles)',
  dato: 'which number its registers are (fieldbus/profiles/profiles)',
  scala: 'which number its registers are (fieldbus/profiles/profiles)',
};

const { istanza: _, base_registri: __, ordine: ___, ...onBus } = polled;

const obeyed: { readonly [K in ConfigKind]: Readonly<Record<string, Obeyed>> } = {
  inverters: {
    ...polled,
    ...profile,
    pn: 'rated power in values and sums (routes/config-effects)',
    kwp: 'deviation and yield (routes/config-effects)',
    mppt: 'number of inputs (devices/inverters)',
    udc_max: 'limit of alarm INV09 (alarms/catalogue)',
    controllo_p: 'whether it follows a limit (simulator/settings-obeyed)',
    controllo_q: 'whether it follows reactive power (simulator/settings-obeyed)',
    segno_q: 'the sign of its reactive power (simulator/settings-obeyed)',
  },
  'box-stringhe': {
    ...polled,
    ...ownRegisters,
    ingressi: 'its strings (routes/config-effects)',
    stringhe_ingresso: 'current for each string in the comparison (devices/strings)',
    inverter: 'with which strings they are compared (devices/strings)',
    moduli: 'with which strings they are compared (devices/peers)',
    wp: 'with which strings they are compared (devices/peers)',
    tilt: 'with which strings they are compared (devices/peers)',
    azimut: 'with which strings they are compared (devices/peers)',
    gain: 'the current (routes/config-effects)',
    offset: 'the current (support/figures)',
    esclusi: 'its strings (routes/config-effects)',
  },
  contatori: {
    ...polled,
    ...profile,
    lettura: ownRegisters.lettura,
    registri: ownRegisters.registro,
    ruolo: 'what it measures (simulator/answers)',
    collegamento: 'which phases it has values of (simulator/settings-obeyed)',
    ta_primario: 'currents and energies (simulator/settings-obeyed)',
    ta_secondario: 'currents and energies (simulator/settings-obeyed)',
    tv_primario: 'voltages and energies (simulator/settings-obeyed)',
    tv_secondario: 'voltages and energies (simulator/settings-obeyed)',
    inverti: 'the sign of its powers (support/figures)',
    segno_p: 'the sign of its power alone (simulator/settings-obeyed)',
    segno_q: 'the sign of its reactive power alone (simulator/settings-obeyed)',
    offset: 'its energy (support/figures)',
    perdita: 'what of the production is used on site (simulator/settings-obeyed)',
    classe: papers,
    pod: papers,
    tarato_il: 'days until its calibration (routes/config-effects)',
    validita: 'days until its calibration (routes/config-effects)',
  },
  sensori: {
    ...polled,
    ...ownRegisters,
    tipo: 'what it measures (routes/config-effects)',
    punto: 'where the station is read (simulator/settings-obeyed)',
    ingresso: 'what its signal means (simulator/settings-obeyed)',
    in_min: 'the scale of its signal (simulator/settings-obeyed)',
    in_max: 'the scale of its signal (simulator/settings-obeyed)',
    eu_min: 'the scale of its signal (simulator/settings-obeyed)',
    eu_max: 'the scale of its signal (simulator/settings-obeyed)',
    sensibilita: 'the scale of its signal (simulator/settings-obeyed)',
    gain: 'its value (routes/config-effects)',
    offset: 'its value (routes/config-effects)',
    tilt: 'with which sensors it is compared (devices/light-judge)',
    azimut: 'with which sensors it is compared (devices/light-judge)',
    tarato_il: 'days until its calibration (routes/config-effects)',
    validita: 'days until its calibration (routes/config-effects)',
    primario: 'which sensor the plant follows (routes/drifting-sensor)',
    limite_basso: 'limit of alarm SEN01 (alarms/catalogue)',
    limite_alto: 'limit of alarm SEN01 (alarms/catalogue)',
    blocco: 'limit of alarm SEN05 (alarms/catalogue)',
  },
  'protezioni-interfaccia': {
    ...polled,
    norma: 'what opens the restrictive window, and what it is compared with (simulator/protection)',
    un: 'voltages in per unit on the screen (screens/protections)',
    funzioni: 'when it trips (routes/config-effects)',
    comando_locale: 'whether the local command narrows the window (simulator/settings-obeyed)',
    rincalzo: 'delay of the backup trip (simulator/protection)',
    prossima_verifica: 'days until the check, alarm SPI10 (alarms/catalogue)',
  },
  'digital-signals': {
    nome: polled.nome,
    posizione: papers,
    note: papers,
    abilitato: polled.abilitato,
    in_manutenzione: polled.in_manutenzione,
    modulo: 'which contact it is (routes/config)',
    canale: 'which contact it is (routes/config)',
    segnale: 'which alarm it raises (routes/config-effects)',
    contatto: 'its state (routes/config-effects)',
    filtro: 'shorter pulses are not seen (devices/digital-signals)',
    allarme: 'whether it raises an alarm (routes/config-effects)',
    priorita: 'priority of its alarm (routes/config-effects)',
    ritardo_on: 'when it becomes active (routes/config-effects)',
    ritardo_off: 'when it ends (devices/digital-signals)',
    memoria: 'it stays until acknowledged (routes/config-effects)',
  },
  'moduli-io': {
    ...onBus,
    numero: 'which signals it reads (fieldbus/input-modules)',
    funzione: 'what is read (fieldbus/input-modules)',
    primo: 'where it is read (fieldbus/input-modules)',
    canali: 'how much is read (fieldbus/input-modules)',
  },
  trackers: {
    ...polled,
    gruppo: 'which trackers a command moves (routes/config-effects)',
    angolo_max: 'its angle (simulator/trackers)',
    gcr: 'from when it tracks back (simulator/trackers)',
    backtracking: 'whether it tracks back (simulator/settings-obeyed)',
    banda_morta: 'how far it is from its target (simulator/trackers)',
    vento_riposo: 'from which gust it stows (routes/config-effects)',
    vento_rientro: 'when it returns (routes/config-effects)',
    minuti_rientro: 'when it returns (routes/config-effects)',
    angolo_riposo: 'its angle when stowed (simulator/trackers)',
    angolo_notte: 'its angle by night (simulator/trackers)',
    angolo_pulizia: 'its angle for cleaning (jobs/actions)',
    stringhe: 'which strings lack light while it stands still (alarms/covers)',
  },
  cci: {
    ...polled,
    pimm: 'rated power, and the base of both locks (simulator/settings-obeyed)',
    pass: 'the least apparent power that is accepted (simulator/settings-obeyed)',
    qind: 'greatest inductive power (simulator/settings-obeyed)',
    qcap: 'greatest capacitive power (simulator/settings-obeyed)',
    smax: 'the base of all set-points (simulator/delivery-loop)',
    ied: papers,
    ip_a: papers,
    maschera_a: papers,
    gateway_a: papers,
    ip_b: papers,
    maschera_b: papers,
    gateway_b: papers,
    ntp: papers,
    pod: papers,
    delta_t: 'an order that comes too soon is refused (simulator/delivery-loop)',
    ritardo_comunicazione: 'when the reserve takes over (simulator/settings-obeyed)',
    riserva: 'what takes over (simulator/settings-obeyed)',
    cosphi: 'the fixed power factor of the reserve (simulator/settings-obeyed)',
    curva_qv: 'reactive power by voltage (routes/config-effects)',
    curva_cosphi: 'power factor by power (simulator/settings-obeyed)',
    lock_in: 'from which power Q(V) acts (simulator/settings-obeyed)',
    lock_out: 'below which power it stops (simulator/settings-obeyed)',
    banda_morta: 'smaller changes are not followed (simulator/settings-obeyed)',
    scadenza_certificato: 'days until it expires, alarm CCI05 (alarms/catalogue)',
  },
};

const toNetwork = 'given to the system of the device (routes/plant)';

/** Of a service that is told alarms as they happen. */
const toldBy = {
  abilitato: 'whether anything is sent (push/push)',
  lingua: 'in which words (push/push)',
  ...{ priorita_minima: 'which alarms (push/push)', gruppo: 'which alarms (push/push)' },
  dopo: 'how long nobody acknowledged it (push/push)',
  ...{ dalle: 'at which hours (push/push)', alle: 'at which hours (push/push)' },
  massimo_ora: 'how many are sent in an hour (push/push)',
} as const;

const service = (test: string) => `how its server is reached (${test})`;

/** The settings of the plant and of the datalogger itself. */
const ofPlant = [
  [
    'plant',
    PlantBody,
    {
      id: papers,
      nome: 'its name in values, reports and e-mails (routes/config-effects)',
      ...{ indirizzo: papers, comune: papers, provincia: papers, cap: papers },
      lat: 'where the sun stands, and when schedules by it run (jobs/occurrences)',
      long: 'where the sun stands, and when schedules by it run (jobs/occurrences)',
      altitudine: papers,
      potenza_picco: 'yield and performance ratio of reports (reports/report)',
      potenza_ca: 'capacity factor of reports (reports/report)',
      potenza_immissione: 'limit of alarm MET05 (alarms/catalogue)',
      livello_tensione: 'the drawing of the dashboard (screens/dashboard)',
      tensione: 'when the grid is missing, alarm GRD01 (alarms/catalogue)',
      trasformatore: 'the drawing of the dashboard (screens/dashboard)',
      ...{ pod: papers, censimp: papers, up: papers, rintracciabilita: papers },
      ...{ data_connessione: papers, data_esercizio: papers, incentivo: papers, scadenza_incentivo: papers },
      tariffa: 'revenue and value of what was lost (reports/year)',
      tariffa_f1: 'revenue by band (reports/year)',
      tariffa_f2: 'revenue by band (reports/year)',
      tariffa_f3: 'revenue by band (reports/year)',
      ...{ festivi_italia: holidays, festivi: holidays, feriali: holidays },
      ...{ dso: papers, titolare: papers, contatto: papers },
      fuso: 'when days begin (routes/config-effects)',
      tilt: 'the light that is expected on the modules (devices/judged-weather)',
      azimut: 'the light that is expected on the modules (devices/judged-weather)',
      gamma: 'performance ratio at 25 °C and expected energy (kpi/formulae)',
      albedo: 'the light that is expected on the modules (devices/judged-weather)',
      pr_atteso: 'the target beside the performance ratio (reports/report)',
      disponibilita_contrattuale: 'the target beside the availability (reports/report)',
      soglia_irraggiamento: 'in which light a standstill counts (sampler/ratios)',
      copertura_certa: 'below which coverage a figure is uncertain (kpi/indices)',
      copertura_minima: 'below which coverage a figure is not shown (kpi/indices)',
      fattore_co2: 'avoided CO2 of reports (reports/report)',
      budget: 'what is expected of a month (reports/year)',
    },
  ],
  [
    'network',
    Network,
    {
      ...{ modalita: toNetwork, ip: toNetwork, maschera: toNetwork, gateway: toNetwork, dns: toNetwork },
      ...{ ntp: toNetwork, hostname: toNetwork, vlan: toNetwork },
    },
  ],
  [
    'knx',
    Knx,
    {
      abilitato: 'whether anything is sent (knx/knx-bus)',
      indirizzo: 'the sender of telegrams (knx/knx-bus)',
      ...{ gateway: service('knx/knx-bus'), porta: service('knx/knx-bus'), modalita: service('knx/knx-bus') },
      ...{
        potenza: 'where the power is sent (knx/knx-bus)',
        energia: 'where the energy is sent (knx/knx-bus)',
      },
      allarme: 'where it is sent whether there is an alarm (knx/knx-bus)',
    },
  ],
  [
    'dynamic DNS',
    DynDns,
    {
      abilitato: 'whether anything is sent (dyn-dns/dyn-dns)',
      ...{ provider: service('dyn-dns/dyn-dns'), url: service('dyn-dns/dyn-dns') },
      hostname: 'which name gets the address (dyn-dns/dyn-dns)',
      ...{ utente: service('dyn-dns/dyn-dns'), password: service('dyn-dns/dyn-dns') },
      intervallo: 'how often the address is compared (dyn-dns/dyn-dns)',
    },
  ],
  [
    'UPS',
    Ups,
    {
      ups: 'whether its contacts are shown and judged (routes/config-effects)',
      interfaccia: papers,
      ritardo_allarme: 'how long mains must be missing, alarm UPS01 (routes/config-effects)',
      spegnimento: 'when the device is shut down (routes/config-effects)',
    },
  ],
  [
    'system',
    SystemBody,
    {
      ntp: 'which servers the clock follows (routes/system)',
      giorni_minuti: 'how long minutes are kept (routes/system)',
      giorni_quarti: 'how long quarters are kept (routes/system)',
      dati_pubblici: 'whether there is a view without a login (routes/system)',
      ore_sessione: 'how long a login lasts (routes/system)',
      sospensione_operatori: 'whether normal users may shelve, up to 8 h (routes/alarms)',
    },
  ],
  [
    'sharing',
    SharingBody,
    {
      abilitata: 'whether files are sent (sharing/sharing)',
      ...{ protocollo: service('sharing/sharing'), host: service('sharing/sharing') },
      ...{ porta: service('sharing/sharing'), utente: service('sharing/sharing') },
      ...{ password: service('sharing/sharing'), impronta: service('sharing/sharing') },
      cartella: 'where files are put (sharing/sharing)',
      attesa: 'how long it waits for the server (sharing/hostile)',
      frequenza: 'how often files are made (sharing/sharing)',
      ora: 'when the file of a day is made (sharing/sharing)',
      ...{
        formato: 'how files are written (sharing/sharing)',
        gzip: 'how files are written (sharing/sharing)',
      },
      scrittura: 'how files are written (sharing/sharing)',
      contenuto: 'what is in the files (sharing/sharing)',
    },
  ],
  [
    'mail',
    MailBody,
    {
      abilitata: 'whether e-mails are sent (mail/mail)',
      ...{ server: service('mail/mail'), porta: service('mail/mail'), sicurezza: service('mail/mail') },
      ...{ utente: service('mail/mail'), password: service('mail/mail') },
      ...{
        mittente: 'who an e-mail is from (mail/mail)',
        nome_mittente: 'who an e-mail is from (mail/mail)',
      },
    },
  ],
  [
    'notifications',
    NotificationBody,
    {
      abilitate: 'whether e-mails tell of alarms (mail/mail)',
      destinatari: 'who gets them (mail/mail)',
      priorita_minima: 'which alarms they tell (mail/mail)',
      immediata: 'whether they are sent at once (mail/mail)',
      riepilogo: 'whether there is one a day (mail/mail)',
      ora_riepilogo: 'when that is sent (mail/mail)',
      ...{
        dalle: 'at which hours they are sent (mail/mail)',
        alle: 'at which hours they are sent (mail/mail)',
      },
      massimo_ora: 'how many are sent in an hour (mail/mail)',
      ripeti: 'when an alarm is told again (mail/mail)',
    },
  ],
  [
    'recipient of alarms',
    ToldRecipient,
    {
      ...{ email: 'who gets it (mail/mail)', lingua: 'in which words (mail/mail)' },
      ...{ priorita_minima: 'which alarms (mail/mail)', gruppo: 'which alarms (mail/mail)' },
      dopo: 'how long nobody acknowledged it (mail/mail)',
      ...{ dalle: 'at which hours (mail/mail)', alle: 'at which hours (mail/mail)' },
    },
  ],
  [
    'webhook',
    WebhookBody,
    {
      ...toldBy,
      ...{ url: service('push/push'), password: service('push/push'), chat: service('push/push') },
      impronta: 'which certificate is taken (push/push)',
      formato: 'what the service understands (push/push)',
    },
  ],
  [
    'syslog',
    SyslogBody,
    {
      ...toldBy,
      ...{ server: service('push/push'), porta: service('push/push'), trasporto: service('push/push') },
      impronta: 'which certificate is taken (push/push)',
    },
  ],
  [
    'influx',
    InfluxBody,
    {
      abilitata: 'whether anything is sent (feeds/influx)',
      ...{
        protocollo: service('feeds/influx'),
        url: service('feeds/influx'),
        archivio: service('feeds/influx'),
      },
      ...{ organizzazione: service('feeds/influx'), utente: service('feeds/influx') },
      password: service('feeds/influx'),
      impronta: 'which certificate is taken (the connection of push/push)',
      attesa: 'how long it waits for the server (feeds/silent-server)',
      frequenza: 'how many minutes go at once (feeds/influx)',
      storia: 'how much of the past goes first (feeds/influx)',
      contenuto: 'what is sent (feeds/influx)',
    },
  ],
  [
    'mqtt',
    MqttBody,
    {
      abilitata: 'whether anything is sent (feeds/mqtt)',
      ...{ sicurezza: service('feeds/mqtt'), host: service('feeds/mqtt'), porta: service('feeds/mqtt') },
      ...{ utente: service('feeds/mqtt'), password: service('feeds/mqtt') },
      impronta: 'which certificate is taken (feeds/mqtt)',
      attesa: 'how long it waits for the broker (feeds/silent-server)',
      prefisso: 'what topics begin with (feeds/mqtt)',
      intervallo: 'how often a device is told (feeds/mqtt)',
      scoperta: 'whether Home Assistant finds the plant (feeds/mqtt)',
      contenuto: 'what is sent (feeds/mqtt)',
    },
  ],
  [
    'prometheus',
    PrometheusBody,
    {
      abilitata: 'whether the page is there (feeds/prometheus)',
      password: 'who gets it (feeds/prometheus)',
      contenuto: 'what is in it (feeds/prometheus)',
    },
  ],
] as const;

const everySetting = [
  ...configKinds.map(kind => [kind, factsOfFields(schemaOf(kind)), obeyed[kind]] as const),
  ...ofPlant.map(([name, schema, named]) => [name, factsOfFields(schema), named] as const),
];

test.each(everySetting)(
  '%s: every setting has what obeys it, and nothing is named that is no setting',
  (_, facts, effects) => {
    expect(Object.keys(effects).sort()).toEqual(Object.keys(facts).sort());
  },
);
