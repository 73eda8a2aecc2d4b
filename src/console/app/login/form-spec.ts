import type { WordKey } from '../../i18n/words';

export type FormValues = Readonly<Record<string, string>>;

/** What went wrong: in one field, or in the whole form. */
export interface Fault {
  readonly field?: string;
  readonly message: WordKey;
  /** Seconds until the next attempt is allowed, counted down on the button. */
  readonly waitS?: number;
  /** Name of the field to clear and focus. */
  readonly retype?: string;
}

export interface FieldSpec {
  readonly name: string;
  readonly label: WordKey;
  readonly isPassword?: boolean;
  readonly autoComplete: string;
  readonly hint?: WordKey;
  /** The fault of a value; null when it is valid. */
  readonly check: (value: string, values: FormValues) => WordKey | null;
}

/** One form of the login area. */
export interface FormSpec {
  readonly title: WordKey;
  readonly intro?: WordKey;
  readonly fields: readonly FieldSpec[];
  readonly submit: WordKey;
  readonly busy: WordKey;
  /** Sends the values. Resolves to null on success. Never rejects. */
  readonly send: (values: FormValues) => Promise<Fault | null>;
}

/** The first fault among the fields, in the order of the form. */
export function firstFault({ fields }: FormSpec, values: FormValues): Fault | null {
  for (const field of fields) {
    const message = field.check(values[field.name] ?? '', values);
    if (message) return { field: field.name, message };
  }
  return null;
}
