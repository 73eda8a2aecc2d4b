import { useState } from 'react';
import type { Alarm } from '../../data/alarm-rows';
import type { AlarmPage } from '../../data/alarms';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { FileButtons } from '../../ui/FileButtons';
import { type Filter, queryOf } from './filter';

interface Props {
  readonly filter: Filter;
  readonly page: AlarmPage | undefined;
  /** The rows of the current page. */
  readonly alarms: readonly Alarm[];
  readonly zone: string;
  readonly isStill: boolean;
}

type Progress = 'none' | 'failed' | { readonly count: number; readonly total: number };

/** Downloads the whole filtered list as a file. Further pages are read first, with the progress beside the button. */
export function FileButton({ filter, page, alarms, zone, isStill }: Props) {
  const [progress, setProgress] = useState<Progress>('none');
  // What follows from an alarm is in the file, and not among the rows.
  const isAtHand = page?.cursor === null && filter.cursor === null && !alarms.some(each => each.consequences);
  const save = async () => {
    setProgress({ count: alarms.length, total: page?.total ?? 0 });
    try {
      const { saveAlarms, saveWholeList } = await import('./alarms-file');
      const query = queryOf({ ...filter, cursor: null }, zone, true);
      if (isAtHand) saveAlarms(alarms, zone);
      else await saveWholeList(query, zone, (count, total) => setProgress({ count, total }));
      setProgress('none');
    } catch {
      setProgress('failed');
    }
  };
  const isReading = typeof progress === 'object';
  return (
    <>
      <span className="u" role="status">
        {progress === 'failed' && t('alarms.file.failed')}
        {isReading && t('alarms.file.reading', numbers(progress))}
      </span>
      <FileButtons
        className="end"
        isDisabled={alarms.length === 0 || isReading || (isStill && !isAtHand)}
        save={save}
      />
    </>
  );
}

function numbers({ count, total }: { readonly count: number; readonly total: number }) {
  return { count: formatNumber(count, 0), total: formatNumber(total, 0) };
}
