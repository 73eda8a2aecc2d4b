"""A datalogger of another maker: the calls of section 7 of the specification and the files of the console, with Python alone.

python3 other-datalogger.py FOLDER PORT PASSWORD: the built console, a port of 127.0.0.1 (0: any), the password of `admin`.
"""
import base64, hashlib, hmac, json, re, secrets, sys, time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from other_plant import PLANT, annual, daily, energy, energy_of_month, live, monthly

SALT, BOOT = secrets.token_bytes(16), secrets.token_hex(4)
accounts, hashes, sessions, plants = {}, {}, {}, {1: PLANT}
PARTS = {'network': 'rete', 'KNX': 'knx', 'dyn-dns': 'dyn_dns', 'ups': 'gruppo_continuita'}


class Problem(Exception):
    """A refusal: status, code, and the field where it is one."""


def general():
    return {'id': 1, 'prodotto': 'Other', 'versione': '1.0', 'seriale': 'OTHER-1', 'fuso': PLANT['fuso'], 'ora': int(time.time()),
            'build': '', 'simulato': False, 'avvio': BOOT}


def status():
    day, clock = time.strftime('%Y-%m-%d %H:%M:%S').split()
    return [{'seriale': 'OTHER-1', 'data': day, 'ora': clock, 'stato_funzionamento': 'OK', 'cpu_temp': 41.5}]


def hashed(password):
    return hashlib.scrypt(password.encode(), salt=SALT, n=1024, r=8, p=1)


def register(nome, password, user, livello):
    if any(account['user'] == user for account in accounts.values()):
        raise Problem(409, 'user_taken', 'user')
    number = max(accounts, default=0) + 1
    accounts[number] = {'id': number, 'nome': nome, 'user': user, 'livello': livello, 'email': '', 'lingua': None,
                        'ultimo_accesso': None, 'versione': 1}
    hashes[number] = hashed(password)
    return str(number)


def authenticate(user, password):
    """The token: the console reads its payload, and this program remembers to whom it gave it."""
    for number, account in accounts.items():
        if account['user'] == user and hmac.compare_digest(hashes[number], hashed(password)):
            account['ultimo_accesso'] = at = int(time.time())
            payload = {'exp': at + 43_200, 'iat': at, 'sub': str(number), 'user': user, 'livello': account['livello'],
                       'nome': account['nome'], 'aud': 'OTHER-1'}
            texts = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip('=') for part in ({'typ': 'JWT'}, payload)]
            token = '.'.join([*texts, secrets.token_urlsafe(32)])
            sessions[token] = (number, payload['exp'])
            return secrets.token_hex(5) + token
    raise Problem(401, 'wrong_credentials')


def found(table, number):
    if number not in table:
        raise Problem(404, 'not_found')
    return table[number]


def change(call, table, fields):
    record = found(table, call.number)
    if call.tag is None:
        raise Problem(428, 'precondition_required')
    if call.tag != f'"{record["versione"]}"':
        raise Problem(412, 'precondition_failed')
    record.update(fields, versione=record['versione'] + 1)
    return record


def check(fields, record):
    """Refuses a field that the record does not have."""
    for name in fields.keys() - record.keys():
        raise Problem(422, 'unknown_field', name)


def change_account(call):
    password, _ = call.body.pop('password', None), call.body.pop('password_attuale', None)
    check(call.body, accounts[1])
    account = change(call, accounts, call.body)
    if password:
        hashes[call.number] = hashed(password)
    return account


def remove_account(call):
    change(call, accounts, {})
    del accounts[call.number]


def create_plant(call):
    check(call.body, PLANT)
    raise Problem(409, 'conflict')  # there is one from the start


def change_plant(call):
    check(call.body, PLANT)
    return change(call, plants, call.body)


def change_part(part, call):
    """Passwords are never shown again, and this example needs none."""
    kept = {name: value for name, value in call.body.items() if name not in ('ups', 'password')}
    return change(call, plants, {PARTS[part]: kept, 'ups': call.body.get('ups', PLANT['ups'])})


CALLS = {
    'POST auth/register': lambda call: register(**call.body),
    'POST auth/authenticate': lambda call: authenticate(**call.body),
    'GET auth/generale/#': lambda call: general(),
    'GET auth/stato_datalogger/all': lambda call: status(),
    'GET account': lambda call: [each for each in accounts.values() if call.is_admin or each is call.account],
    'PUT account/#': change_account,
    'DELETE account/#': remove_account,
    'GET dati_impianto/RT': lambda call: live(**call.query),
    'GET dati_impianto/daily': lambda call: daily(**call.query),
    'GET dati_impianto/monthly': lambda call: monthly(**call.query),
    'GET dati_impianto/annual': lambda call: annual(**call.query),
    'GET dati_impianto/energia_totale': lambda call: energy('etot'),
    'GET dati_impianto/energia_oggi': lambda call: energy('eday'),
    'GET dati_impianto/energia_prodotta_mese': lambda call: energy_of_month(**call.query),
    'GET impianto/#': lambda call: found(plants, call.number),
    'POST impianto': create_plant,
    'PUT impianto/#': change_plant,
    **{f'PATCH impianto/#/{part}': partial(change_part, part) for part in PARTS},
}


class Handler(SimpleHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        self.answer() if self.path.startswith('/api/') else super().do_GET()

    def translate_path(self, path):
        """A page of the console has no extension."""
        return super().translate_path(path if '.' in path else '/index.html')

    def end_headers(self):
        """Names of scripts and styles change with every build."""
        is_fixed = self.path.startswith('/assets/') and '/i18n/' not in self.path
        self.send_header('Cache-Control', 'public, max-age=31536000, immutable' if is_fixed else 'no-cache')
        super().end_headers()

    def answer(self):
        try:
            status, result = 200, self.call()
        except Problem as problem:
            status, code, *field = problem.args
            result = {'codice': code, 'messaggio': code} | ({'campo': field[0]} if field else {})
        except (AttributeError, LookupError, TypeError, ValueError):  # a query or a body of another shape
            status, result = 400, {'codice': 'bad_request', 'messaggio': 'bad request'}
        kind, data = ('text/plain', result.encode()) if isinstance(result, str) else ('application/json', json.dumps(result).encode())
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        if result is None:
            status, data = 204, b''
        elif status == 200 and self.headers.get('If-None-Match') == tag:
            status, data = 304, b''
        self.send_response(status)
        for name, value in [('ETag', tag), ('Content-Type', kind), ('Content-Length', str(len(data)))][: 3 if data else 1]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def call(self):
        body, address = self.rfile.read(int(self.headers.get('Content-Length') or 0)), urlsplit(self.path)
        name = f'{self.command} {re.sub("/[0-9]+", "/#", address.path[5:])}'
        if name not in CALLS:
            raise Problem(404, 'not_found')
        self.number = int((re.findall('/([0-9]+)', address.path) or [0])[0])
        self.query, self.tag = dict(parse_qsl(address.query)), self.headers.get('If-Match')
        self.admit(name)
        self.body = json.loads(body or b'{}')
        return CALLS[name](self)

    def admit(self, name):
        """The power of the plant is public; an administrator may write, and everybody their own account."""
        number, expires = sessions.get((self.headers.get('Authorization') or '').removeprefix('Bearer '), (0, 0))
        self.account = accounts.get(number) if time.time() < expires else None
        self.is_admin = self.account is not None and self.account['livello'] == '0'
        is_public = name == 'POST auth/authenticate' or name == 'GET dati_impianto/RT' and self.query.get('m') == 'impianto'
        if not self.account and not is_public:
            raise Problem(401, 'session_invalid')
        is_own = name == 'PUT account/#' and number == self.number
        if self.command != 'GET' and not (self.is_admin or is_own or is_public):
            raise Problem(403, 'forbidden')

    def log_message(self, *_):
        pass


register('Amministratore', sys.argv[3], 'admin', '0')
server = ThreadingHTTPServer(('127.0.0.1', int(sys.argv[2])), partial(Handler, directory=sys.argv[1]))
print(f'http://127.0.0.1:{server.server_address[1]}', flush=True)
server.serve_forever()
