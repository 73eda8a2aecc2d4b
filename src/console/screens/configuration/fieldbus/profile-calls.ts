import { isObject, numberOrNull, objectsIn, textIn } from '../../../data/read';
import { recordsOf, type Written, write } from '../../../data/records';
import { formatNumber, missing } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { decimalsOf } from './register-rows';

/** The profiles that there are. */
export const profiles = recordsOf('GET bus/profili');

/** Inputs of which the values are shown: enough to see whether the further ones follow the first. */
const ingressi = 4;

/** What a profile reads, in lines: of a device, or of registers that somebody has saved. */
export async function readingLines(
  body: object,
  onRefused: (written: Written) => void = () => undefined,
): Promise<readonly string[]> {
  const read = await write('POST bus/profili/lettura', { body: { ...body, ingressi } });
  if (read.kind !== 'saved' || !isObject(read.value)) {
    onRefused(read);
    return read.kind === 'refused' ? [] : [t('bus.notRead')];
  }
  const { letture, segnalazioni, mancanti } = read.value;
  return [
    ...objectsIn(letture).map(({ nome, valore }) => `${textIn(nome)}: ${numberWords(numberOrNull(valore))}`),
    ...(Array.isArray(segnalazioni) ? segnalazioni.map(textIn) : []),
    ...objectsIn(mancanti).map(
      ({ da, quanti }) => `${missing} ${t('bus.mapEntry', { from: textIn(da), length: textIn(quanti) })}`,
    ),
  ];
}

const numberWords = (value: number | null) =>
  value === null ? missing : formatNumber(value, decimalsOf(value));
