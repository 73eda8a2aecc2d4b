/**
 * [unit, decimals, kind]. The kind says what is shown for a longer period: `mean` (a quantity like power) the mean of a slot and the
 * maximum of a day, `energy` the energy of the row, `ratio` the ratio of the row, `state` the last code, `count` a running counter.
 */
export type PointKind = 'mean' | 'energy' | 'ratio' | 'state' | 'count';
export type Point = readonly [unit: string, decimals: number, kind: PointKind];

export const mean = (unit: string, decimals: number): Point => [unit, decimals, 'mean'];
export const state: Point = ['', 0, 'state'];

/**
 * The measures of a plant: group -> point -> [unit, decimals, kind]. Points and units follow the field's usual models
 * (SunSpec for inverters, strings, trackers, meters and weather; CEI 0-16 for interface protection and controller).
 * P > 0 is generated or exported, Q > 0 is capacitive (over-excited), and a power factor |P| / S has the sign of Q: negative is
 * inductive, in measurements and set-points alike (CEI 0-16:2025-12, Annexes O and T); azimuth 0 is north, 90 east.
 */
export const points = {
  impianto: {
    pac: mean('kW', 1),
    /** What measured `pac` (codes.ts, `powerSources`): all inverters, or the production meter while one of them does not respond. */
    fonte_pac: state,
    pattesa: mean('kW', 1),
    /** Expected DC power of clean modules, before the inverters. */
    pattesa_cc: mean('kW', 1),
    qac: mean('kvar', 1),
    pimm: mean('kW', 1),
    pprel: mean('kW', 1),
    pauto: mean('kW', 1),
    eday: ['kWh', 1, 'energy'],
    emese: ['kWh', 1, 'count'],
    eanno: ['kWh', 0, 'count'],
    etot: ['kWh', 0, 'count'],
    /** Expected energy of the day so far, from the model of the plant and the measured irradiance. */
    eattesa: ['kWh', 1, 'energy'],
    poa: mean('W/m²', 0),
    /** 1 while the sensors of `poa` disagree and it is unknown which is right: `pr` and `eattesa` do not count this time. */
    poa_dubbia: state,
    tmod: mean('°C', 1),
    tamb: mean('°C', 1),
    pr: ['%', 1, 'ratio'],
    disp: ['%', 1, 'ratio'],
    /**
     * Share of today's energy that was produced while the sensors of `pr` (irradiance) and `eattesa` (irradiance and module temperature)
     * responded. Both refer to that share only.
     */
    copertura: ['%', 0, 'count'],
    inverter_attivi: state,
  },
  inverter: {
    pac: mean('kW', 1),
    qac: mean('kvar', 1),
    sac: mean('kVA', 1),
    cosphi: mean('', 3),
    uab: mean('V', 1),
    ubc: mean('V', 1),
    uca: mean('V', 1),
    ia: mean('A', 1),
    ib: mean('A', 1),
    ic: mean('A', 1),
    fac: mean('Hz', 2),
    pdc: mean('kW', 1),
    udc: mean('V', 1),
    idc: mean('A', 1),
    eday: ['kWh', 1, 'energy'],
    etot: ['kWh', 0, 'count'],
    tcab: mean('°C', 1),
    tsnk: mean('°C', 1),
    /** Heat sink temperature above which the inverter gives less power. */
    tlim: ['°C', 0, 'state'],
    riso: mean('kΩ', 0),
    plim: mean('%', 1),
    plimsrc: state,
    evt: state,
    ore: ['h', 0, 'count'],
    eff: ['%', 1, 'ratio'],
    yday: ['kWh/kWp', 2, 'energy'],
    dev: ['%', 1, 'ratio'],
    pn: ['kW', 1, 'state'],
    kwp: ['kWp', 1, 'state'],
    /** Number of its MPPT inputs, at most 24. They are in the group `mppt`. */
    ingressi: ['', 0, 'state'],
  },
  /** The MPPT inputs of the inverters (SunSpec 160): input n of inverter i has the id 100 · i + n. */
  mppt: {
    u: mean('V', 1),
    i: mean('A', 2),
    p: mean('kW', 2),
    /** Deviation from the median of the inputs of its inverter, per string. */
    dev: ['%', 1, 'ratio'],
    /** Currents of its strings, at most four. */
    s1: mean('A', 2),
    s2: mean('A', 2),
    s3: mean('A', 2),
    s4: mean('A', 2),
    inverter: state,
    ingresso: state,
  },
  stringhe: {
    i: mean('A', 2),
    u: mean('V', 1),
    p: mean('kW', 2),
    dev: ['%', 1, 'ratio'],
    classe: state,
    quadro: state,
    inverter: state,
    tbox: mean('°C', 1),
    /** Bits of SunSpec 403 `Evt`. */
    evt: state,
  },
  tracker: {
    ang: mean('°', 1),
    tgt: mean('°', 1),
    err: mean('°', 1),
    modo: state,
    settore: state,
    imot: mean('A', 1),
    soc: mean('%', 0),
    vento: mean('m/s', 1),
    limite: ['m/s', 1, 'state'],
    rientro: ['s', 0, 'state'],
  },
  contatori: {
    ua: mean('V', 1),
    ub: mean('V', 1),
    uc: mean('V', 1),
    uab: mean('V', 1),
    ubc: mean('V', 1),
    uca: mean('V', 1),
    ia: mean('A', 1),
    ib: mean('A', 1),
    ic: mean('A', 1),
    p: mean('kW', 1),
    qac: mean('kvar', 1),
    s: mean('kVA', 1),
    cosphi: mean('', 3),
    f: mean('Hz', 2),
    e_imm: ['kWh', 1, 'count'],
    e_prel: ['kWh', 1, 'count'],
    /** Reactive energy by quadrant: 1 P > 0 Q > 0, 2 P < 0 Q > 0, 3 P < 0 Q < 0, 4 P > 0 Q < 0. */
    er1: ['kvarh', 1, 'count'],
    er2: ['kvarh', 1, 'count'],
    er3: ['kvarh', 1, 'count'],
    er4: ['kvarh', 1, 'count'],
    eday: ['kWh', 1, 'energy'],
    picco: mean('kW', 1),
    ruolo: state,
    /** Days until its calibration is due; negative when overdue, null without a date. */
    taratura: ['d', 0, 'state'],
  },
  sensori: {
    v: mean('', 1),
    tipo: state,
    /** What an irradiance sensor would read under a clear sky; null for other kinds. */
    sereno: mean('W/m²', 0),
    /** Of an irradiance sensor on the modules' plane: what the others say of it (codes.ts, `lightVerdicts`), and its deviation from the one believed. */
    giudizio: state,
    dev: ['%', 1, 'ratio'],
    /** Days until its calibration is due; negative when overdue. */
    taratura: ['d', 0, 'state'],
  },
  di: {
    v: state,
    raw: state,
    /** Kind of signal that it is wired to: position in `inputKinds`. */
    tipo: state,
    cambio: ['s', 0, 'state'],
    oggi: ['', 0, 'count'],
  },
  spi: {
    uab: mean('V', 1),
    ubc: mean('V', 1),
    uca: mean('V', 1),
    u10: mean('%', 1),
    v0: mean('%', 1),
    /** Positive and negative sequence of the line voltages. */
    vd: mean('%', 1),
    vi: mean('%', 1),
    f: mean('Hz', 2),
    dfdt: mean('Hz/s', 2),
    /** Bits of `protectionFunctionCodes` for the started functions; position + 1 of the function that opened the switch (0: none). */
    avviate: state,
    intervento: state,
    /** The value at which that function tripped, in the unit of its threshold: per unit, or Hz. */
    valore_scatto: ['', 3, 'state'],
    /** Seconds until a started function trips, or until the switch closes again; 0 when no timer runs. */
    resta: ['s', 0, 'state'],
    scatti: ['', 0, 'count'],
    ddi: state,
    dg: state,
    ddg: state,
    telescatto: state,
    locale: state,
    esterno: state,
    /** Whether the restrictive frequency window applies. CEI 0-21: by `locale` or `esterno`; CEI 0-16: by voltage unlocking. */
    finestra: state,
    /** Whether the external signal (or IEC 61850) is present; days until the periodic check is due. */
    link: state,
    verifica: ['d', 0, 'state'],
  },
  cci: {
    p: mean('kW', 1),
    qac: mean('kvar', 1),
    u: mean('kV', 2),
    /** All at the point of delivery. Applied and requested limit, requested reactive power: % of `smax` (CEI 0-16:2025-12, Annex O). */
    plim: mean('%', 1),
    psp: mean('%', 1),
    qsp: mean('%', 1),
    /** Requested power factor; null while none is. */
    fsp: mean('', 3),
    cosphi: mean('', 3),
    /** The function that acts, and the function that regulates the reactive power: `controllerFunctions`. */
    funzione: state,
    funzioneq: state,
    /** Rated active power; greatest reactive power, inductive or capacitive; greatest apparent power. */
    pn: ['kW', 1, 'state'],
    qmax: ['kvar', 1, 'state'],
    smax: ['kVA', 1, 'state'],
    /** Q(V): voltages in per unit where it is fully capacitive, where it starts on either side, and where it is fully inductive. */
    qv1: ['Vn', 3, 'state'],
    qv2: ['Vn', 3, 'state'],
    qv3: ['Vn', 3, 'state'],
    qv4: ['Vn', 3, 'state'],
    link_a: state,
    link_b: state,
    gps: state,
    /** Offset of its clock from UTC; days until its certificate expires. */
    scarto: mean('ms', 0),
    cert: ['d', 0, 'state'],
  },
} as const satisfies Record<string, Record<string, Point>>;

export type Group = keyof typeof points;
export type PointOf<G extends Group> = keyof (typeof points)[G] & string;

export const groups = Object.keys(points) as readonly Group[];

/** Unit, decimals and kind of a point. */
export function factsOf<G extends Group>(group: G, name: PointOf<G>): Point {
  const table: { readonly [K in Group]: Readonly<Record<PointOf<K>, Point>> } = points;
  return table[group][name];
}

/** The description of a point, or undefined. */
export function pointOf(group: Group, name: string): Point | undefined {
  const table: Readonly<Record<string, Point>> = points[group];
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
