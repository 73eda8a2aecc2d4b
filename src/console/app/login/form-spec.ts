import type { WordKey } from '../../i18n/words';

export type FormValues = Readonly<Record<string, string>>;

/** What went wrong: at a field, or with the whole form. */
export interface Fault {
  readonly field?: string;
  readonly message: WordKey;
  /** Seconds to wait before another try, counted down on the button. */
  readonly waitS?: number;
  /** Field to empty and focus. */
  readonly retype?: string;
}

export interface FieldSpec {
  readonly name: string;
  readonly label: WordKey;
  readonly isPassword?: boolean;
  readonly autoComplete: string;
  readonly hint?: WordKey;
  /** The fault of a value, or null. */
  readonly check: (value: string, values: FormValues) => WordKey | null;
}

/** One of the forms of the login area. */
export interface FormSpec {
  readonly title: WordKey;
  readonly intro?: WordKey;
  readonly fields: readonly FieldSpec[];
  readonly submit: WordKey;
  readonly busy: WordKey;
  /** Sends the values: null when it worked. Never rejects. */
  readonly send: (values: FormValues) => Promise<Fault | null>;
}

/** The first fault among the fields, in their order. */
export function firstFault({ fields }: FormSpec, values: FormValues): Fault | null {
  for (const field of fields) {
    const message = field.check(values[field.name] ?? '', values);
    if (message) return { field: field.name, message };
  }
  return null;
}
