import type { Plugin } from 'vite';

/**
 * Replaces what i18next has for words that it loads itself, and for numbers and dates in words. The console gives it the words of one
 * language, and formats numbers and dates itself.
 */
const parts: readonly (readonly [from: RegExp, to: string])[] = [
  [
    /class Connector extends EventEmitter \{.*?\n\}\n/s,
    'class Connector extends EventEmitter { load(languages, namespaces, done) { done?.(); } saveMissing() {} }\n',
  ],
  [/class Formatter \{.*?\n\}\n/s, 'class Formatter { format(value) { return value; } }\n'],
];

/** The code of i18next without these parts. Throws when it has none of them. */
export function trimmedI18next(code: string): string {
  return parts.reduce((left, [from, to]) => {
    if (!from.test(left)) throw new Error(`i18next has changed: ${from} is not in it`);
    return left.replace(from, () => to);
  }, code);
}

export function trimI18nextPlugin(): Plugin {
  return {
    name: 'trim-i18next',
    apply: 'build',
    transform: { filter: { id: /i18next\/dist\/esm\/i18next\.js$/ }, handler: trimmedI18next },
  };
}
