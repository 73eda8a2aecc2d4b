"""A datalogger of another maker, with Python's standard library alone: the files of the console and the calls of section 7 of the specification.

python3 other-datalogger.py FOLDER PORT PASSWORD: the built console, a port of 127.0.0.1 (0: any), the password of `admin`.
"""
import base64, hashlib, hmac, json, math, mimetypes, re, secrets, sys, time
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

ROOT, ZONE, SECRET, BOOT = Path(sys.argv[1]).resolve(), ZoneInfo('Europe/Rome'), secrets.token_bytes(32), secrets.token_hex(4)
accounts, hashes = {}, {}
PLANT = '''{"id": 1, "nome": "Impianto di prova", "indirizzo": "", "comune": "", "provincia": "", "cap": "", "lat": 41.9, "long": 12.5,
  "altitudine": null, "potenza_picco": 300, "potenza_ca": 300, "potenza_immissione": 300, "livello_tensione": "MT", "tensione": 20000,
  "trasformatore": null, "pod": "", "censimp": "", "up": "", "rintracciabilita": "", "data_connessione": null, "data_esercizio": null,
  "incentivo": "", "tariffa": null, "scadenza_incentivo": null, "dso": "", "titolare": "", "contatto": "", "fuso": "Europe/Rome", "tilt": 30, "azimut": 180,
  "gamma": -0.35, "albedo": 0.2, "pr_atteso": 82, "disponibilita_contrattuale": 98, "soglia_irraggiamento": 50, "ups": false,
  "conteggi": {"inverter": 3, "stringhe": 12, "contatori": 1, "sensori": 3, "di": 2, "spi": 1, "cci": 1, "tracker": 4}, "versione": 1}'''
plants = {1: json.loads(PLANT)}
# Group: devices, state, points. A pair: at night and at noon; a list: of each device in turn; 'energy': kWh, shared by the devices.
GROUPS = {
    'impianto': (1, 4, {'pac': (0, 300), 'poa': (0, 1000), 'pimm': (0, 280), 'eday': 'energy', 'emese': 50_000, 'etot': 1_000_000, 'inverter_attivi': 3}),
    'inverter': (3, 4, {'pac': (0, 100), 'pdc': (0, 102), 'udc': 700, 'pn': 100, 'kwp': 100, 'eday': 'energy', 'dev': 0}),
    'stringhe': (12, 0, {'i': (0, 9.5), 'quadro': [1, 2, 3], 'inverter': [1, 2, 3]}),
    'contatori': (1, 1, {'p': (0, 280), 'e_imm': 1_000_000, 'e_prel': 10_000, 'ruolo': 1}),
    'sensori': (3, 1, {'v': [(0, 1000), (20, 45), (18, 26)], 'tipo': [1, 4, 5]}),
    'di': (2, 1, {'v': 0, 'tipo': [10, 11]}),
    'spi': (1, 1, {'ddi': 2, 'dg': 2, 'f': 50, 'uab': 20000}),
    'cci': (1, 1, {'p': (0, 280), 'qac': 0, 'u': 20, 'plim': 100, 'pn': 300}),
    'tracker': (4, 1, {'ang': 10, 'tgt': 10}),
}


class Problem(Exception):
    pass


def now():
    return datetime.now(ZONE)


def sun(at):  # from 0 at night to 1 at noon
    return max(0.0, -math.cos((at.hour + at.minute / 60) / 12 * math.pi))


def energy(begin, end):  # of the plant, kWh
    quarters = max(0, int((end - begin).total_seconds() // 900))
    return sum(75 * sun(begin + timedelta(minutes=15 * quarter)) for quarter in range(quarters))


def value(group, point, number, at, kwh):
    size, _, points = GROUPS[group]
    made = points[point]
    made = made[(number - 1) % len(made)] if isinstance(made, list) else made
    if made == 'energy':
        return round(kwh / size, 3)
    return round(made[0] + (made[1] - made[0]) * sun(at), 3) if isinstance(made, tuple) else made


def asked(codes):  # group, group.point or group.id.point
    for code in codes.split(','):
        group, *rest = code.split('.')
        number = int(rest.pop(0)) if rest and rest[0].isdigit() else None
        size, _, points = GROUPS.get(group, (0, 0, {}))
        yield group, [number] if number else range(1, size + 1), [point for point in rest or points if point in points]


def live(m):
    at, points, rows = now(), {}, []
    for group, numbers, names in asked(m):
        rows += [(group, number) for number in numbers if (group, number) not in rows]
        points.setdefault(group, []).extend(names)
    kwh, groups = energy(at.replace(hour=0, minute=0), at), [group for group, _ in rows]
    columns = {'gruppo': groups} if len(points) > 1 else {}
    columns |= {'id': [number for _, number in rows], 'nome': [f'{group} {number}' for group, number in rows]}
    columns |= {'stato': [GROUPS[group][1] for group in groups], 'eta': [0] * len(rows), 'q': [192] * len(rows)}
    for name in dict.fromkeys(sum(points.values(), [])):
        columns[name] = [value(group, name, number, at, kwh) if name in points[group] else None for group, number in rows]
    return {'m': m, 't': int(at.timestamp()), 'colonne': columns}


def period(m, begins):  # a row from each time to the next; the last time only ends the last row
    at, columns = now(), {'t': [int(begin.timestamp()) for begin in begins[:-1]]}
    for group, numbers, names in asked(m):
        for number, name in ((number, name) for number in numbers for name in names):
            full = f'{group}.{name}' if group == 'impianto' else f'{group}.{number}.{name}'
            columns[full] = [
                value(group, name, number, begin if end - begin < timedelta(hours=1) else begin.replace(hour=12), energy(begin, min(end, at)))
                if begin <= at else None for begin, end in zip(begins, begins[1:])]
    return {'m': m, 't': int(at.timestamp()), 'colonne': columns}


def daily(m, d, passo='15'):
    begin, step = datetime.strptime(d, '%Y-%m-%d').replace(tzinfo=ZONE), int(passo) * 60
    end = (begin + timedelta(days=1)).timestamp()
    return period(m, [datetime.fromtimestamp(s, ZONE) for s in range(int(begin.timestamp()), int(end) + 1, step)])


def monthly(m, d):
    year, month = map(int, d.split('-'))
    days = ((datetime(year, month % 12 + 1, 1) - datetime(year, month, 1)).days) % 365 or 31
    return period(m, [datetime(year, month, 1, tzinfo=ZONE) + timedelta(days=day) for day in range(days + 1)])


def annual(m, d):
    return period(m, [datetime(int(d) + month // 12, month % 12 + 1, 1, tzinfo=ZONE) for month in range(13)])


def total(kwh):
    return {'valore': round(kwh, 1), 'unita': 'kWh', 't': int(time.time())}


def produced(d):
    return total(sum(kwh or 0 for kwh in monthly('impianto.eday', d)['colonne']['impianto.eday']))


def status():
    record = {'seriale': 'OTHER-1', 'data': f'{now():%Y-%m-%d}', 'ora': f'{now():%H:%M:%S}', 'stato_funzionamento': 'OK', 'cpu_temp': 41.5}
    return [record]


def general():
    return {'id': 1, 'prodotto': 'Other', 'versione': '1.0', 'seriale': 'OTHER-1', 'fuso': 'Europe/Rome', 'ora': int(time.time()),
            'build': '', 'simulato': False, 'avvio': BOOT}


def hashed(password, salt):
    return hashlib.scrypt(str(password).encode(), salt=salt, n=1024, r=8, p=1)


def register(nome, password, user, livello):
    if any(account['user'] == user for account in accounts.values()):
        raise Problem(409, 'user_taken', 'user')
    number, salt = max(accounts, default=0) + 1, secrets.token_bytes(16)
    accounts[number] = {'id': number, 'nome': nome, 'user': user, 'livello': livello, 'email': '', 'lingua': None, 'ultimo_accesso': None, 'versione': 1}
    hashes[number] = (salt, hashed(password, salt))
    return str(number)


def coded(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def signed(text):
    return f'{text}.{coded(hmac.digest(SECRET, text.encode(), "sha256"))}'


def authenticate(user, password):
    for number, account in accounts.items():
        salt, right = hashes[number]
        if account['user'] == user and hmac.compare_digest(hashed(password, salt), right):
            account['ultimo_accesso'] = at = int(time.time())
            payload = {'exp': at + 43200, 'iat': at, 'sub': str(number), 'aud': 'OTHER-1', **{key: account[key] for key in ('user', 'livello', 'nome')}}
            return secrets.token_hex(5) + signed('.'.join(coded(json.dumps(part).encode()) for part in ({'alg': 'HS256', 'typ': 'JWT'}, payload)))
    raise Problem(401, 'wrong_credentials')


def caller(header):  # the account of a bearer token; the console has dropped the ten characters before it
    text, _, _ = token = (header or '').removeprefix('Bearer ').rpartition('.')
    if not hmac.compare_digest(signed(text), ''.join(token)):
        raise Problem(401, 'session_invalid')
    payload = json.loads(base64.urlsafe_b64decode(text.split('.')[1] + '=='))
    account = accounts.get(int(payload['sub']))
    if not account or payload['exp'] < time.time():
        raise Problem(401, 'session_invalid')
    return account


# The settings of the plant that are changed one by one: where they are kept, and the fields they have.
PARTS = {
    'network': ('rete', 'modalita ip maschera gateway dns ntp hostname vlan'),
    'KNX': ('knx', 'abilitato indirizzo gateway porta modalita potenza energia allarme'),
    'dyn-dns': ('dyn_dns', 'abilitato provider url hostname utente intervallo'),
    'ups': ('gruppo_continuita', 'interfaccia host porta nome_ups utente ritardo_allarme spegnimento'),
}
TARIFFS = ['tariffa_f1', 'tariffa_f2', 'tariffa_f3', 'festivi_italia', 'festivi', 'feriali', 'copertura_certa', 'copertura_minima', 'fattore_co2', 'budget']


def checked(body, fields):
    for name in body:
        if name not in fields:
            raise Problem(422, 'unknown_field', name)
    return body


def change(record, tag, fields):
    if tag is None:
        raise Problem(428, 'precondition_required')
    if tag != f'"{record["versione"]}"':
        raise Problem(412, 'precondition_failed')
    record.update(fields, versione=record['versione'] + 1)
    return record


def change_account(number, tag, body):
    checked(body, ['nome', 'user', 'livello', 'email', 'lingua', 'password', 'password_attuale'])
    if 'password' in body:
        hashes[number] = (hashes[number][0], hashed(body['password'], hashes[number][0]))
    return change(accounts[number], tag, {key: body[key] for key in body if not key.startswith('password')})


def change_part(number, tag, body, part):
    name, fields = PARTS[part]
    checked(body, [*fields.split(), 'ups', 'password'])
    kept = {key: body[key] for key in body if key in fields.split()}
    return change(plants[number], tag, {name: kept, **({'ups': body['ups']} if 'ups' in body else {})})


def create_plant(body):
    fields = checked(body, [*json.loads(PLANT), *TARIFFS])
    if plants:
        raise Problem(409, 'conflict')
    plants[1] = json.loads(PLANT) | fields
    return plants[1]


def remove(number, tag):
    change(accounts[number], tag, {})
    del accounts[number]


def found(table, number):
    if number not in table:
        raise Problem(404, 'not_found')
    return number


# Method and path -> who may call it, what it does with (number in the path, query, body, version, account).
CALLS = {
    'POST auth/register': ('0', lambda c: register(**checked(c.body, ['nome', 'password', 'user', 'livello']))),
    'POST auth/authenticate': (None, lambda c: authenticate(**checked(c.body, ['user', 'password']))),
    'GET auth/generale/#': ('', lambda c: general()),
    'GET auth/stato_datalogger/all': ('', lambda c: status()),
    'GET account': ('', lambda c: list(accounts.values()) if c.account['livello'] == '0' else [c.account]),
    'PUT account/#': ('own', lambda c: change_account(found(accounts, c.number), c.tag, c.body)),
    'DELETE account/#': ('0', lambda c: remove(found(accounts, c.number), c.tag)),
    'GET dati_impianto/RT': ('', lambda c: live(**c.query)),
    'GET dati_impianto/daily': ('', lambda c: daily(**c.query)),
    'GET dati_impianto/monthly': ('', lambda c: monthly(**c.query)),
    'GET dati_impianto/annual': ('', lambda c: annual(**c.query)),
    'GET dati_impianto/energia_totale': ('', lambda c: total(1_000_000)),
    'GET dati_impianto/energia_oggi': ('', lambda c: total(energy(now().replace(hour=0, minute=0), now()))),
    'GET dati_impianto/energia_prodotta_mese': ('', lambda c: produced(**c.query)),
    'GET impianto/#': ('', lambda c: plants[found(plants, c.number)]),
    'POST impianto': ('0', lambda c: create_plant(c.body)),
    'PUT impianto/#': ('0', lambda c: change(plants[found(plants, c.number)], c.tag, checked(c.body, [*json.loads(PLANT), *TARIFFS]))),
    **{f'PATCH impianto/#/{part}': ('0', lambda c, part=part: change_part(found(plants, c.number), c.tag, c.body, part)) for part in PARTS},
}


class Handler(BaseHTTPRequestHandler):
    protocol_version, wbufsize = 'HTTP/1.1', 65536

    def answer(self):
        path, self.query = unquote(urlsplit(self.path).path), dict(parse_qsl(urlsplit(self.path).query))
        body = self.rfile.read(int(self.headers.get('Content-Length') or 0))
        if not path.startswith('/api/'):
            return self.file(path)
        try:
            self.body = json.loads(body or b'{}')
            self.reply(200, self.call(path[5:]))
        except Problem as problem:
            status, code, *field = problem.args
            self.reply(status, {'codice': code, 'messaggio': code, **({'campo': field[0]} if field else {})})
        except (TypeError, ValueError, KeyError):  # a query or a body of another shape
            self.reply(400, {'codice': 'bad_request', 'messaggio': 'bad request'})

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def call(self, path):
        pattern, (self.number,) = re.sub(r'/\d+', '/#', path), [int(n) for n in re.findall(r'/(\d+)', path)] or [0]
        if f'{self.command} {pattern}' not in CALLS:
            raise Problem(404, 'not_found')
        may, work = CALLS[f'{self.command} {pattern}']
        self.tag, header = self.headers.get('If-Match'), self.headers.get('Authorization')
        is_open = may is None or (pattern == 'dati_impianto/RT' and self.query.get('m') == 'impianto' and not header)
        self.account = None if is_open else caller(header)
        if self.account and self.account['livello'] != '0' and (may == '0' or may == 'own' and self.account['id'] != self.number):
            raise Problem(403, 'forbidden')
        return work(self)

    def file(self, path):  # a page of the console has no extension
        name = ROOT / (path[1:] if '.' in path else 'index.html')
        if not name.resolve().is_relative_to(ROOT) or not name.is_file():
            return self.send(404, 'text/plain', b'Not found')
        packed = Path(f'{name}.gz')
        is_packed = packed.is_file() and 'gzip' in self.headers.get('Accept-Encoding', '')
        cache = 'public, max-age=31536000, immutable' if path.startswith('/assets/') else 'no-cache'
        more = {'Cache-Control': cache, 'Vary': 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff', **({'Content-Encoding': 'gzip'} if is_packed else {})}
        self.send(200, mimetypes.guess_type(name)[0] or 'application/octet-stream', (packed if is_packed else name).read_bytes(), more)

    def reply(self, status, result):
        if result is None:
            return self.send(204, None, b'')
        kind, data = ('text/plain', result.encode()) if isinstance(result, str) else ('application/json', json.dumps(result).encode())
        self.send(status, kind, data, {'Cache-Control': 'no-store'} if status >= 400 or kind == 'text/plain' else {'Cache-Control': 'no-cache'})

    def send(self, status, kind, data, headers={}):
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        if status == 200 and self.command == 'GET' and self.headers.get('If-None-Match') == tag:
            status, kind, data = 304, None, b''
        self.send_response(status)
        for name, text in {'ETag': tag, **({'Content-Type': kind} if kind else {}), **headers}.items():
            self.send_header(name, text)
        if status not in (204, 304):
            self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


register('Amministratore', sys.argv[3], 'admin', '0')
server = ThreadingHTTPServer(('127.0.0.1', int(sys.argv[2])), Handler)
print(f'http://127.0.0.1:{server.server_address[1]}', flush=True)
server.serve_forever()
