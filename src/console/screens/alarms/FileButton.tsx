import { useState } from 'react';
import { downloadText } from '../../browser/download';
import { mostExported, readWholeList } from '../../data/alarm-export';
import type { Alarm } from '../../data/alarm-rows';
import type { AlarmPage } from '../../data/alarms';
import { plantNowMs } from '../../data/plant-clock';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { csvFileName } from '../../ui/csv';
import { Icon } from '../../ui/Icon';
import { alarmsCsv } from './alarms-csv';
import { type Filter, queryOf } from './filter';

interface Props {
  readonly filter: Filter;
  readonly page: AlarmPage | undefined;
  /** The rows on show. */
  readonly alarms: readonly Alarm[];
  readonly zone: string;
  readonly isStill: boolean;
}

/** The whole filtered list as a file: what is not on this page is read first, and the button says how far it is. */
export function FileButton({ filter, page, alarms, zone, isStill }: Props) {
  const [progress, setProgress] = useState('');
  const isAtHand = page?.cursor === null && filter.cursor === null;
  const save = (rows: readonly Alarm[]) =>
    downloadText(csvFileName('allarmi', plantNowMs() / 1000, zone), alarmsCsv(rows, zone), 'text/csv');
  const fetchAll = async () => {
    try {
      setProgress(t('alarms.file.reading', { count: 0, total: formatNumber(page?.total, 0) }));
      const query = queryOf({ ...filter, cursor: null }, zone, true);
      const rows = await readWholeList(query, (count, total) =>
        setProgress(
          t('alarms.file.reading', { count: formatNumber(count, 0), total: formatNumber(total, 0) }),
        ),
      );
      save(rows.slice(0, mostExported));
      setProgress('');
    } catch {
      setProgress(t('alarms.file.failed'));
    }
  };
  const isReading = progress !== '' && progress !== t('alarms.file.failed');
  return (
    <>
      <button
        type="button"
        className="o end keep"
        disabled={alarms.length === 0 || isReading || (isStill && !isAtHand)}
        onClick={() => (isAtHand ? save(alarms) : void fetchAll())}
      >
        <Icon name="down" /> {t('table.download')}
      </button>
      <span className="u" role="status">
        {progress}
      </span>
    </>
  );
}
