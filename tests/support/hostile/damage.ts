import { damageJson } from './damage-json';
import { pick, type Random } from './foreign-values';

/** An answer on its way to the browser. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** How the answer is transmitted; undefined: immediately and complete. */
  readonly line?: 'cut' | 'slow' | 'never' | 'reset';
}

/** A damaged answer, and the name of the damage. */
export interface Damage {
  readonly answer: Answer;
  readonly name: string;
}

const html = '<!doctype html><title>Hotspot</title><h1>Login to the network</h1><p>undefined NaN</p>';
const problem = JSON.stringify({ codice: 'invalid', messaggio: 'x', campo: 'nome' });
const statuses = [
  ...[
    201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 304, 307, 308, 400, 402, 403, 404, 405, 406, 408, 409,
    410,
  ],
  ...[
    411, 412, 413, 415, 418, 422, 428, 429, 429, 431, 451, 500, 501, 502, 503, 503, 504, 505, 507, 508, 511,
    520, 599,
  ],
];
const waits = [
  '0',
  '-5',
  '',
  '0.001',
  '3000000',
  '3600',
  '1e9',
  'NaN',
  'Wed, 21 Oct 2037 07:28:00 GMT',
  '1, 2',
  '5',
];
const places = ['/', '/api/auth/generale/1', 'http://10.0.0.1/', '//x/', '', 'javascript:0', '/notfound'];
const strangeHeaders: readonly (readonly [string, string])[] = [
  ...(
    ['', 'text/html', 'text/plain', 'application/octet-stream', 'application/json; charset=utf-16'] as const
  ).map(value => ['Content-Type', value] as const),
  ...(['APPLICATION/JSON', 'application/problem+json', 'image/png', 'x', 'multipart/form-data'] as const).map(
    value => ['Content-Type', value] as const,
  ),
  ...(['', '"', 'x', '"0"', `"${'e'.repeat(3000)}"`, 'W/"1"', '*'] as const).map(
    value => ['ETag', value] as const,
  ),
  ...(['', 'x', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '0'] as const).map(
    value => ['Date', value] as const,
  ),
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br'],
  ['Cache-Control', 'public, max-age=31536000, immutable'],
  ['Retry-After', '1000000'],
  ['X-Long', 'x'.repeat(6000)],
  ['Set-Cookie', 'a=b; Path=/'],
  ['Refresh', '0; url=/notfound'],
  ['Clear-Site-Data', '"cache"'],
  ['Content-Range', 'bytes 0-1/2'],
  ['Transfer-Encoding', 'identity'],
];

type Kind = (answer: Answer, random: Random) => Damage;

const kinds: Readonly<Record<string, Kind>> = {
  status: (answer, random) => {
    const status = pick(random, statuses);
    const headers = { ...answer.headers, 'Retry-After': pick(random, waits), Location: pick(random, places) };
    const [text, type] = pick(random, [
      [problem, 'application/json'],
      [html, 'text/html'],
      ['', 'application/json'],
      [answer.text, 'application/json'],
      [damageJson(problem, random).text, 'application/json'],
    ] as const);
    return {
      answer: { status, headers: { ...headers, 'Content-Type': type }, text },
      name: `status ${status}`,
    };
  },
  'a web page': (answer, random) => ({
    answer: {
      ...answer,
      text: html,
      headers: {
        ...answer.headers,
        'Content-Type': pick(random, ['text/html', 'application/json', 'text/plain']),
      },
    },
    name: 'a web page',
  }),
  'a part of the text': (answer, random) => ({
    answer: { ...answer, text: answer.text.slice(0, Math.floor(random() * answer.text.length)) },
    name: 'a part of the text',
  }),
  'other text': (answer, random) => {
    const text = pick(random, [
      ...[
        '',
        ' ',
        'null',
        'undefined',
        'NaN',
        '0',
        '""',
        '"ok"',
        '[]',
        '{}',
        'true',
        '[[]]',
        '{"a":',
        '\ufeff{}',
      ],
      ...[
        `${answer.text}${answer.text}`,
        `\ufeff${answer.text}`,
        `${answer.text}\n`,
        `)]}',\n${answer.text}`,
      ],
      ...[
        '['.repeat(20_000),
        `${'['.repeat(6000)}${']'.repeat(6000)}`,
        `{"a":`.repeat(3000),
        '\u0000'.repeat(100),
      ],
      ...[answer.text.replaceAll(/\d+/g, '1e999'), answer.text.replaceAll(/\d+/g, '-$&'), `[${answer.text}]`],
      ...[answer.text.replaceAll(/\d/g, '9'), answer.text.replaceAll(/:/g, ': '), `{"dati":${answer.text}}`],
    ]);
    return { answer: { ...answer, text }, name: `other text ${text.slice(0, 20)}` };
  },
  header: (answer, random) => {
    const [name, value] = pick(random, strangeHeaders);
    return {
      answer: { ...answer, headers: { ...answer.headers, [name]: value } },
      name: `header ${name}: ${value.slice(0, 30)}`,
    };
  },
  line: (answer, random) => {
    const line = pick(random, ['cut', 'slow', 'slow', 'never', 'reset'] as const);
    return { answer: { ...answer, line }, name: `line ${line}` };
  },
};

/** Damages an answer: most often its content, otherwise its transmission. The same random numbers give the same damage. */
export function damage(answer: Answer, random: Random): Damage {
  if (random() < 0.65) {
    const { text, name } = damageJson(answer.text, random);
    return { answer: { ...answer, text }, name };
  }
  const kind = kinds[pick(random, Object.keys(kinds))];
  if (!kind) throw new Error('no such kind');
  return kind(answer, random);
}
