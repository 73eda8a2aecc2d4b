import { downloadFile, downloadText } from '../browser/download';
import { decimalMark } from '../i18n/format';
import { currentLanguage } from '../i18n/translate';
import { call } from './transport';

let isWorkbook = false;

/** Runs what downloads a table as CSV so that it comes as a workbook. */
export async function asWorkbook(save: () => unknown): Promise<void> {
  isWorkbook = true;
  try {
    await save();
  } finally {
    isWorkbook = false;
  }
}

/** Offers a table to the user as a CSV file; within `asWorkbook` as a workbook, and as CSV all the same where the datalogger makes none. */
export function downloadTable(fileName: string, csv: string): void {
  const save = () => downloadText(fileName, csv, 'text/csv');
  const name = fileName.slice(0, -4);
  if (isWorkbook) workbookOf(name, csv).then(content => downloadFile(`${name}.xlsx`, content), save);
  else save();
}

/** The datalogger takes plain line ends, and no byte order mark. */
async function workbookOf(file: string, csv: string): Promise<Blob> {
  const testo = csv.replace(/[\ufeff\r]/g, '');
  const body = { file, testo, decimale: decimalMark(), lingua: currentLanguage() };
  return blobOf((await call('POST tabelle/xlsx', { body })).text);
}

/** Content that came in Base64. */
export const blobOf = (base64: string) =>
  new Blob([Uint8Array.from(atob(base64), byte => byte.charCodeAt(0))]);
