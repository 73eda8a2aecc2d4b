/** A reason why settings need no sentence below their field, and the settings: the prefix of their words, and their names. */
interface Plain {
  readonly why: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The settings without a sentence: each is here with a reason, or the test fails. */
export const plainSettings: readonly Plain[] = [
  {
    why: 'a name, an address or a paper: nothing is computed from it',
    settings: {
      plantField:
        'nome indirizzo comune provincia cap altitudine pod censimp up rintracciabilita dso titolare contatto incentivo',
      deviceField: 'nome marca modello seriale firmware posizione note pod classe ied',
      accountField: 'nome user email lingua',
      scheduleField: 'nome',
      systemField: 'mittente nome_mittente',
      pushField: 'lingua',
    },
  },
  {
    why: 'a date whose label says of what',
    settings: {
      plantField: 'data_connessione data_esercizio scadenza_incentivo',
      deviceField: 'tarato_il validita prossima_verifica scadenza_certificato',
      scheduleField: 'data ora giorni valida_dal valida_al',
      sharingField: 'ora',
      systemField: 'ora_riepilogo',
    },
  },
  {
    why: 'a figure of the nameplate or of the building plan, copied from there',
    settings: {
      plantField: 'potenza_ca livello_tensione tensione tilt albedo',
      deviceField:
        'pn kwp mppt udc_max moduli wp tilt azimut ingressi stringhe_ingresso collegamento ta_primario ta_secondario tv_primario tv_secondario sensibilita un angolo_max gcr pimm pass qind qcap smax canali comando_locale',
    },
  },
  {
    why: 'a place on a bus or in a network, as the manual of the other end gives it; the test of communication tells whether it is right',
    settings: {
      deviceField:
        'protocollo host porta bus unita baud parita stop base_registri attesa_iniziale tentativi profilo profilo_provato lettura dato scala registri modulo canale numero funzione ip_a gateway_a ip_b gateway_b',
      sharingField: 'protocollo host porta utente cartella attesa archivio organizzazione sicurezza prefisso',
      systemField: 'url utente indirizzo porta provider interfaccia server sicurezza potenza energia allarme',
      pushField: 'server porta trasporto url formato',
    },
  },
  {
    why: 'the panel says what follows: a new network is on trial for 120 s',
    settings: { systemField: 'modalita ip gateway hostname vlan' },
  },
  {
    why: 'a choice whose names say what each does',
    settings: {
      alarmRule: 'priorita',
      deviceField: 'tipo ingresso norma segnale contatto',
      scheduleField: 'tipo report bersaglio a_fine ricorrenza evento',
      sharingField: 'formato scrittura contenuto',
      pushField: 'gruppo',
    },
  },
  {
    why: 'what belongs to what, chosen by name or number',
    settings: { deviceField: 'inverter gruppo stringhe', scheduleField: 'uscita destinatari' },
  },
  {
    why: 'switched off, the form says what that means as soon as it is',
    settings: { alarmRule: 'abilitato', scheduleField: 'abilitata' },
  },
  {
    why: 'the switch of the whole panel: what it does are the fields below it',
    settings: {
      systemField: 'abilitato abilitata abilitate',
      sharingField: 'abilitata',
      pushField: 'abilitato',
    },
  },
  {
    why: 'the label and the unit are the whole sentence',
    settings: {
      scheduleField: 'allegato attiva durata',
      sharingField: 'frequenza gzip intervallo scoperta',
      systemField: 'ritardo_allarme sospensione_operatori riepilogo massimo_ora',
      pushField: 'dalle',
    },
  },
  {
    why: 'the field before it has the sentence for both: a position, a price by bands',
    settings: { plantField: 'long tariffa_f1 tariffa_f2 tariffa_f3' },
  },
  { why: 'its label is a sentence', settings: { plantField: 'budget' } },
  {
    why: 'two ends of a scale, checked against each other',
    settings: { deviceField: 'in_min in_max eu_min eu_max' },
  },
  {
    why: 'as the rules of the grid operator name it, and to be taken from his paper',
    settings: { deviceField: 'cosphi curva_qv curva_cosphi banda_morta' },
  },
  {
    why: 'an angle whose label says when it is taken',
    settings: { deviceField: 'angolo_riposo angolo_notte angolo_pulizia' },
  },
];
