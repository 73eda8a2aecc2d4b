/** Made by `scripts/build/language-files.ts`. */
declare module 'virtual:word-keys' {
  /** The keys of each bundle of words, which come with the code of its screen. */
  export const wordKeys: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>;
}
