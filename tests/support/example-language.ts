import type { LanguageTexts } from '../../src/datalogger/storage/config/language-texts';

/** A file of a language, as an administrator uploads it. */
export interface LanguageFile {
  readonly formato: string;
  readonly versione: number;
  readonly codice: string;
  readonly nome: string;
  readonly formati: string;
  readonly ripiego?: string;
  readonly parole: Readonly<Record<string, object>>;
}

/** A part of Portuguese: the login, and some words of the shell. */
export const portuguese: LanguageFile = {
  formato: 'meridiana-lingua',
  versione: 1,
  codice: 'pt',
  nome: 'Português',
  formati: 'pt-PT',
  ripiego: 'en',
  parole: {
    base: {
      first: {
        signIn: 'Entrar',
        user: 'Nome de utilizador',
        password: 'Palavra-passe',
        language: 'Idioma',
        show: 'Mostrar',
      },
      login: { title: 'Início de sessão', userMissing: 'Indique o nome de utilizador.' },
      menu: { home: 'Início' },
    },
    shell: { shell: { logOut: 'Sair' } },
  },
};

export const examplePortuguese = JSON.stringify(portuguese);

/** Keeps it, and returns its code. */
export function keptLanguage({ config }: { readonly config: Kept }): string {
  config.languages.write({ pt: examplePortuguese }, null);
  return 'pt';
}

interface Kept {
  readonly languages: { write(value: LanguageTexts, secret: null): void };
}
