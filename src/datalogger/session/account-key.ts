/** One key for all the spellings of a user name that look the same: full-width letters, case, spaces around it. */
export function accountKey(user: string): string {
  return user.normalize('NFKC').trim().toLowerCase();
}

/** Cyrillic and Greek letters that are drawn like those below them (Unicode Technical Standard 39, confusables). */
const alike = [
  ['АВЕЗІЈКМНОРСТУХЅԌԚԜӀ', 'ABE3IJKMHOPCTYXSGQWI'],
  ['абезіјкморстухѕԁһԛԝѵӏгпьї', 'a6e3ijkmopctyxsdhqwvlrnbï'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αγικνορυχητω', 'ayikvopuxntw'],
  // Latin letters and digits that look alike.
  ['I1|0Oı’', "lllooi'"],
] as const;

const signs = new Map(
  alike.flatMap(([from, to]) => [...from].map((sign, at) => [sign, to[at] ?? sign] as const)),
);
const drawn = (text: string) => [...text].map(sign => signs.get(sign) ?? sign).join('');

/** Whether two user names are the same or look the same. */
export function looksSame(one: string, other: string): boolean {
  return accountKey(one) === accountKey(other) || lookOf(one) === lookOf(other);
}

function lookOf(user: string): string {
  // Applied twice: a letter that looks like a capital I also looks like an l.
  const plain = drawn(drawn(user.normalize('NFKC').trim())).toLowerCase();
  return plain.replaceAll('rn', 'm').replace(/\s+/g, ' ');
}
