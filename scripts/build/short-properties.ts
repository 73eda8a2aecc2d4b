/**
 * Gives the custom properties of Pico short names, in Pico's rules and in ours: `--pico-form-element-border-color` becomes `--fmetbrcr`.
 * They are a fifth of the style of the login page.
 */
const long = /--pico-([\w-]+)/g;
const shortNames = new Map<string, string>();

function shortOf(name: string): string {
  const short = name
    .split('-')
    .map(word => word.charAt(0) + word.slice(-1))
    .join('');
  const other = shortNames.get(short) ?? name;
  if (other !== name) throw new Error(`--pico-${name} and --pico-${other} would have the same short name`);
  shortNames.set(short, name);
  return `--${short}`;
}

const shortened = (text: string) => text.replaceAll(long, (_, name: string) => shortOf(name));

export const shortProperties = {
  postcssPlugin: 'short-properties',
  Declaration(declaration: { prop: string; value: string }) {
    const [prop, value] = [shortened(declaration.prop), shortened(declaration.value)];
    if (prop !== declaration.prop) declaration.prop = prop;
    if (value !== declaration.value) declaration.value = value;
  },
};
