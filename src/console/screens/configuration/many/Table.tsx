import { useState } from 'react';
import type { ManyProps } from '../../../configuration/descriptor';
import { outcome } from '../../../data/outcome';
import { downloadTable } from '../../../data/table-file';
import { callUnchecked } from '../../../data/transport';
import { decimalMark } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { FilePicker } from '../../../ui/FilePicker';
import { Icon } from '../../../ui/Icon';
import { TextField } from '../../../ui/TextField';
import type { Comparing } from './use-comparison';

interface Props extends ManyProps {
  readonly comparing: Comparing;
  readonly onCompare: (body: object) => void;
}

/** All records of the list as a file for a spreadsheet, and back: from a file, or copied from the spreadsheet. */
export function Table({ screen: { source }, comparing: { isBusy, words }, onCompare }: Props) {
  const [pasted, setPasted] = useState('');
  const [isFailed, setFailed] = useState(false);
  const compare = (testo: string) => onCompare({ da: 'testo', testo, decimale: decimalMark() });
  const save = async () => {
    const { many, read } = source;
    if (!many) return;
    const result = await outcome(() =>
      callUnchecked(many.table, { params: {}, query: { decimale: decimalMark() } }),
    );
    setFailed(result.kind !== 'done');
    if (result.kind !== 'done') return;
    // The byte order mark does not outlive the reading of an answer.
    const text = `\ufeff${result.value.text.replace(/^\ufeff/, '')}`;
    downloadTable(`meridiana-${read.replace(/^.*\//, '')}.csv`, text);
  };
  return (
    <>
      <h3 className="fb-part">{t('many.table')}</h3>
      <p>{t('many.tableIntro')}</p>
      <div className="row">
        <button type="button" className="o" onClick={() => void save()}>
          <Icon name="down" /> {t('many.export')}
        </button>
        <FilePicker
          label={t('many.file')}
          accept=".csv,.txt,.tsv,text/csv"
          isDisabled={isBusy}
          onChoose={file => void textOf(file).then(compare)}
        />
      </div>
      <TextField
        isLong
        label={t('many.paste')}
        hint={t('many.pasteHint')}
        fault={null}
        value={pasted}
        onChange={setPasted}
      />
      <div className="row">
        <button
          type="button"
          disabled={isBusy || pasted.trim() === ''}
          aria-busy={isBusy}
          onClick={() => compare(pasted)}
        >
          {t('many.compare')}
        </button>
      </div>
      <p role="status">{isFailed ? t('many.unanswered') : words}</p>
    </>
  );
}

/** The text of a file as spreadsheets write it: UTF-8, UTF-16 ("Unicode text") or the one of Windows. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
