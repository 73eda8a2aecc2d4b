import { textIn } from '../../data/read';

/** The warning that secrets and values of a service travel unencrypted. */
export const clearText = (campo: string, isClear: boolean) =>
  isClear ? [{ campo, codice: 'clear_text', isWarning: true } as const] : [];

/** Whether a service is reached over TLS, so that its certificate can have a fingerprint. */
export const isHttps = ({ url }: { readonly url?: unknown }) => /^https/.test(textIn(url));
