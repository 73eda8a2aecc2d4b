"""A made-up plant of 300 kW: its record, what its devices read now, and in the rows of a day, a month and a year."""
import json, math
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

# Every field that the console may write; null where it is unknown.
PLANT = json.loads('''{"id": 1, "nome": "Impianto di prova", "indirizzo": "", "comune": "", "provincia": "", "cap": "", "lat": 41.9,
  "long": 12.5, "altitudine": null, "potenza_picco": 300, "potenza_ca": 300, "potenza_immissione": 300, "livello_tensione": "MT",
  "tensione": 20000, "trasformatore": null, "pod": "", "censimp": "", "up": "", "rintracciabilita": "", "data_connessione": null,
  "data_esercizio": null, "incentivo": "", "tariffa": null, "tariffa_f1": null, "tariffa_f2": null, "tariffa_f3": null,
  "festivi_italia": true, "festivi": [], "feriali": [], "costo_lavaggio": null, "scadenza_incentivo": null, "dso": "", "titolare": "",
  "contatto": "", "fuso": "Europe/Rome", "tilt": 30, "azimut": 180, "gamma": -0.35, "albedo": 0.2, "pr_atteso": 82,
  "disponibilita_contrattuale": 98, "soglia_irraggiamento": 50, "copertura_certa": 90, "copertura_minima": 50, "fattore_co2": null,
  "budget": [], "ups": false, "versione": 1, "formula_disponibilita": "tempo", "esclusioni": ["rete"], "premio_su": "disponibilita",
  "scatto": 1, "disponibilita_inverter": null, "disponibilita_dati": null, "tempi": [], "bonus": null, "malus": null, "tetto": null,
  "budget_orario": "",
  "conteggi": {"inverter": 3, "stringhe": 12, "contatori": 1, "sensori": 3, "di": 2, "spi": 1, "cci": 1, "tracker": 4}}''')
ZONE = ZoneInfo(PLANT['fuso'])
STATES = {'impianto': 4, 'inverter': 4, 'stringhe': 0}  # of every other group 1


def counter(at):
    """The energy produced until a time (kWh): 300 kW at noon, a sine from 6 to 18 h."""
    height = min(max(at.hour + at.minute / 60 + at.second / 3600 - 6, 0), 12) / 12
    return 300 * 12 / math.pi * (2 * (at.toordinal() - 738_000) + 1 - math.cos(math.pi * height))


def readings(kw, kwh, total):
    """The points of each device: of a power of the plant, an energy in the time that is asked for, and a counter."""
    return {
        'impianto': [{'pac': kw, 'poa': kw / 0.3, 'pimm': kw * 0.93, 'eday': kwh, 'etot': total, 'inverter_attivi': 3}],
        'inverter': [{'pac': kw / 3, 'pdc': kw / 2.9, 'udc': 700, 'pn': 100, 'kwp': 100, 'eday': kwh / 3, 'dev': 0}] * 3,
        'stringhe': [{'i': kw / 8.4, 'quadro': 1 + n // 4, 'inverter': 1 + n // 4} for n in range(12)],
        'contatori': [{'p': kw * 0.93, 'e_imm': total * 0.93, 'e_prel': 10_000, 'ruolo': 1}],
        'sensori': [{'v': kw / 0.3, 'tipo': 1}, {'v': 20 + kw / 12, 'tipo': 4}, {'v': 18 + kw / 40, 'tipo': 5}],
        'di': [{'v': 0, 'tipo': 10}, {'v': 0, 'tipo': 11}],
        'spi': [{'ddi': 2, 'dg': 2, 'f': 50, 'uab': 20_000}],
        'cci': [{'p': kw * 0.93, 'qac': 0, 'u': 20, 'plim': 100, 'pn': 300}],
        'tracker': [{'ang': 10, 'tgt': 10}] * 4,
    }


DEVICES = readings(0, 0, 0)


def asked(measures):
    """Each device and point of a list of `group`, `group.point` or `group.id.point`."""
    for group, *rest in (code.split('.') for code in measures.split(',')):
        devices = DEVICES.get(group, [])
        numbers = [int(rest.pop(0))] if rest and rest[0].isdigit() else range(1, len(devices) + 1)
        for number in numbers:
            points = devices[number - 1]
            yield from ((group, number, point) for point in rest or points if point in points)


def live(m):
    now = datetime.now(ZONE)
    total = counter(now)
    kw = 60 * (total - counter(now - timedelta(minutes=1)))
    measured = readings(kw, total - counter(now.replace(hour=0, minute=0, second=0)), total)
    wanted = list(asked(m))
    rows = list(dict.fromkeys((group, number) for group, number, _ in wanted))
    columns = {
        'gruppo': [group for group, _ in rows],
        'id': [number for _, number in rows],
        'nome': [f'{group} {number}' for group, number in rows],
        'stato': [STATES.get(group, 1) for group, _ in rows],
        'eta': [0] * len(rows),
        'q': [192] * len(rows),
    }
    for name in dict.fromkeys(point for _, _, point in wanted):
        columns[name] = [measured[group][number - 1].get(name) for group, number in rows]
    return {'m': m, 't': int(now.timestamp()), 'colonne': columns}


def row(begin, end, now):
    """Mean power and energy between two times; None where they are still to come."""
    if begin >= now:
        return None
    end = min(end, now)
    kwh = counter(end) - counter(begin)
    return readings(kwh / ((end - begin) / timedelta(hours=1)), kwh, counter(end))


def table(m, times):
    now = datetime.now(ZONE)
    rows = [row(begin, end, now) for begin, end in zip(times, times[1:])]
    columns = {'t': [int(begin.timestamp()) for begin in times[:-1]]}
    for group, number, point in asked(m):
        name = f'{group}.{point}' if group == 'impianto' else f'{group}.{number}.{point}'
        columns[name] = [each and each[group][number - 1][point] for each in rows]
    return {'m': m, 't': int(now.timestamp()), 'colonne': columns}


def daily(m, d, passo=15):
    begin = datetime.fromisoformat(d).replace(tzinfo=ZONE)
    seconds = range(int(begin.timestamp()), int((begin + timedelta(days=1)).timestamp()) + 1, int(passo) * 60)
    return table(m, [datetime.fromtimestamp(each, ZONE) for each in seconds])


def monthly(m, d):
    begin = datetime.fromisoformat(f'{d}-01').replace(tzinfo=ZONE)
    end = (begin + timedelta(days=31)).replace(day=1)
    return table(m, [begin + timedelta(days=day) for day in range((end - begin).days + 1)])


def annual(m, d):
    return table(m, [datetime(int(d) + month // 12, month % 12 + 1, 1, tzinfo=ZONE) for month in range(13)])


def energy(point):
    table = live(f'impianto.{point}')
    return {'valore': table['colonne'][point][0], 'unita': 'kWh', 't': table['t']}


def energy_of_month(d):
    table = monthly('impianto.eday', d)
    return {'valore': sum(kwh or 0 for kwh in table['colonne']['impianto.eday']), 'unita': 'kWh', 't': table['t']}
