/** Made by `scripts/build/first-paint.ts`. */
declare module 'virtual:form-words' {
  /** The texts of the login form by language, in the same order in each. */
  export const formWords: Readonly<Record<string, readonly string[]>>;
}
