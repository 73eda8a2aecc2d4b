import type { ProblemCode } from '../../../contract/problem';
import { ApiError } from '../../data/api-error';
import { call } from '../../data/transport';
import type { WordKey } from '../../i18n/words';
import type { Fault, FieldSpec, FormSpec } from './LoginForm';

const shortestPassword = 8;
const longestPassword = 1024;

const needed = (message: WordKey) => (value: string) => (value.trim() === '' ? message : null);

function newPasswordFault(value: string): WordKey | null {
  const length = [...value].length;
  if (length < shortestPassword) return 'login.passwordShort';
  return length > longestPassword ? 'login.passwordLong' : null;
}

const user: FieldSpec = {
  name: 'user',
  label: 'first.user',
  autoComplete: 'username',
  check: needed('login.userMissing'),
};

const newPasswords: readonly FieldSpec[] = [
  {
    name: 'password',
    label: 'login.newPassword',
    isPassword: true,
    autoComplete: 'new-password',
    hint: 'login.passwordHint',
    check: newPasswordFault,
  },
  {
    name: 'repeated',
    label: 'login.repeatPassword',
    isPassword: true,
    autoComplete: 'new-password',
    check: (value, values) => (value === values.password ? null : 'login.passwordsDiffer'),
  },
];

/** The message of the form for each error code. Any other error is a lost connection or an invalid answer. */
const messages: Partial<Record<ProblemCode, Fault>> = {
  wrong_credentials: { message: 'login.wrong', retype: 'password' },
  account_suspended: { message: 'login.suspended' },
  wrong_code: { field: 'code', message: 'login.codeWrong' },
  password_common: { field: 'password', message: 'login.passwordCommon' },
  too_short: { field: 'password', message: 'login.passwordShort' },
  too_long: { field: 'password', message: 'login.passwordLong' },
};

/** Error codes of a refused name, and the field of the form for each field of the API. */
const refusedNames: readonly (ProblemCode | undefined)[] = ['invalid', 'invisible', 'mixed_alphabets'];
const nameFields: Readonly<Record<string, string>> = { user: 'user', nome: 'name' };

/** The fault to show for an error of `call`. */
export function faultOf(cause: unknown): Fault {
  if (!(cause instanceof ApiError)) return { message: 'login.badAnswer' };
  const { status, code, retryAfterS, field = '' } = cause.details;
  if (status === 429) return { message: 'login.throttled', waitS: retryAfterS ?? 30 };
  if (code && messages[code]) return messages[code];
  const name = nameFields[field];
  if (name && refusedNames.includes(code)) return { field: name, message: 'login.nameRefused' };
  // Some dataloggers answer a bare 401 to wrong credentials.
  if (status === 401) return { message: 'login.wrong', retype: 'password' };
  return {
    message: cause.kind === 'network' || cause.kind === 'timeout' ? 'login.unreachable' : 'login.badAnswer',
  };
}

/** Once an administrator exists, only administrators may register users. */
function isTaken({ kind, details }: ApiError): boolean {
  return kind === 'session' || details.status === 403;
}

function asApiError(cause: unknown): ApiError {
  return cause instanceof ApiError ? cause : new ApiError('invalid', String(cause));
}

async function attempt(action: () => Promise<Fault | null>): Promise<Fault | null> {
  try {
    return await action();
  } catch (cause) {
    return faultOf(cause);
  }
}

/** The login form. `enter` stores the token and returns whether it was valid. */
export function signInForm(enter: (token: string) => boolean): FormSpec {
  return {
    title: 'first.signIn',
    fields: [
      user,
      {
        name: 'password',
        label: 'first.password',
        isPassword: true,
        autoComplete: 'current-password',
        check: value => (value === '' ? 'login.passwordMissing' : null),
      },
    ],
    submit: 'first.signIn',
    busy: 'login.signingIn',
    send: ({ user: name = '', password = '' }) =>
      attempt(async () => {
        const { value } = await call('POST auth/authenticate', { body: { user: name, password } });
        return typeof value === 'string' && enter(value) ? null : { message: 'login.badAnswer' };
      }),
  };
}

const setupCode: FieldSpec = {
  name: 'code',
  label: 'login.setupCode',
  autoComplete: 'off',
  hint: 'login.setupHint',
  check: needed('login.codeMissing'),
};

/** First start: registers the administrator. `taken` is called when somebody else registered first. */
export function firstStartForm(
  needsCode: boolean,
  done: (user: string) => void,
  taken: () => void,
): FormSpec {
  return {
    title: needsCode ? 'login.lostTitle' : 'login.firstTitle',
    intro: needsCode ? 'login.lostIntro' : 'login.firstIntro',
    fields: [
      ...(needsCode ? [setupCode] : []),
      { name: 'name', label: 'login.name', autoComplete: 'name', check: needed('login.nameMissing') },
      user,
      ...newPasswords,
    ],
    submit: 'login.create',
    busy: 'login.creating',
    send: ({ name = '', user: userName = '', password = '', code }) =>
      attempt(async () => {
        const account = { nome: name, user: userName, password, livello: '0' } as const;
        const body = code ? { ...account, codice: code } : account;
        const refused = await call('POST auth/register', { body }).then(() => null, asApiError);
        if (refused?.details.code === 'wrong_code') return { field: 'code', message: 'login.setupWrong' };
        if (refused && !isTaken(refused)) throw refused;
        if (refused) taken();
        else done(userName);
        return null;
      }),
  };
}

/** Sets a new password with the one-time code that an administrator gave. */
export function resetForm(done: (user: string) => void): FormSpec {
  return {
    title: 'login.resetTitle',
    intro: 'login.resetIntro',
    fields: [
      user,
      {
        name: 'code',
        label: 'login.code',
        autoComplete: 'one-time-code',
        check: needed('login.codeMissing'),
      },
      ...newPasswords,
    ],
    submit: 'login.reset',
    busy: 'login.resetting',
    send: ({ user: name = '', code = '', password = '' }) =>
      attempt(async () => {
        await call('POST auth/reset-pwd', { body: { user: name, codice: code.trim(), password } });
        done(name);
        return null;
      }),
  };
}
