/** Hostile texts that an attacker types where a name, an address or a word is expected. */

/** The file that a shell payload creates if a shell ever runs it. */
export const canary = `/tmp/meridiana-canary-${process.pid}`;

export const shellPayloads: readonly string[] = [
  `;touch ${canary}`,
  `$(touch ${canary})`,
  `\`touch ${canary}\``,
  `|touch ${canary}`,
  `x&&touch ${canary}`,
  `x\ntouch ${canary}`,
  `%0atouch ${canary}`,
  `-oProxyCommand=touch ${canary}`,
];

/** Texts that try to leave the line or the value where they are written: in a settings file, a header or a command dialogue. */
export const linePayloads: readonly string[] = [
  'x\r\nDELE a',
  'x\nroot=1',
  'x\u0000y',
  'x\u001b[2Jy',
  'x\u0085y',
  '\tx\t=y\v',
];

/** Invisible characters, each between two visible letters. */
export const unseenPayloads: readonly string[] = [
  ...['\u202E', '\u202A', '\u2066', '\u2069', '\u200F', '\u061C'],
  ...['\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u034F', '\u180E'],
  ...['\u2028', '\u2029', '\u115F', '\u3164', '\uFFA0', '\u2800', '\u{E0041}', '\u{1D173}'],
].map(unseen => `x${unseen}y`);

export const pathPayloads: readonly string[] = [
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/etc/passwd',
  '....//....//etc/passwd',
  '/etc/passwd',
  'it\u0000.json',
  '..\\..\\x',
];

export const sqlPayloads: readonly string[] = [
  "' OR 1=1--",
  '1;DROP TABLE account',
  "x'); DELETE FROM account;--",
  '" OR ""="',
  "1' UNION SELECT password_hash FROM account--",
  "%' OR '1'='1",
];

const call = 'window.stolen=1';
const vectors: readonly string[] = [
  `<script>${call}</script>`,
  `<img src=x onerror=${call}>`,
  `<svg onload=${call}>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.stolen=1</script>"></iframe>`,
  `<iframe src="javascript:parent.stolen=1"></iframe>`,
  `<body onload=${call}>`,
  `<input autofocus onfocus=${call}>`,
  `<details open ontoggle=${call}>`,
  `<video><source onerror=${call}></video>`,
  `<audio src=x onerror=${call}>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<a href="javascript:${call}">x</a>`,
  `<form action="javascript:${call}"><button>x</button></form>`,
  `<math><mtext></p><style><img src=x onerror=${call}>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `<style>*{background:url(http://evil.example/x)}</style>`,
  `<link rel=stylesheet href=http://evil.example/x>`,
  `<base href=http://evil.example/>`,
  `<meta http-equiv=refresh content="0;url=http://evil.example/">`,
  `<template shadowrootmode=open><script>${call}</script></template>`,
  `<marquee onstart=${call}>x</marquee>`,
  `<select onfocus=${call} autofocus><option>x`,
  `<b style="x:expression(${call})">x</b>`,
  `javascript:${call}//`,
  `{{constructor.constructor('${call}')()}}`,
  `\${${call}}`,
  `&lt;img src=x onerror=${call}&gt;`,
];
/** Prefix and suffix that try to leave the place in the page where the text is written. */
const surroundings: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['">', '<i "'],
  ["'>", "<i '"],
  ['</textarea></title></option></script>', ''],
  ['-->]]>', '<!--'],
];

/** 150 texts that a page must show as they are. */
export const markupPayloads: readonly string[] = surroundings.flatMap(([before, after]) =>
  vectors.map(vector => before + vector + after),
);
