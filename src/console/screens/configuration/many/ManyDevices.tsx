import { useState } from 'react';
import type { ManyProps } from '../../../configuration/descriptor';
import { openRecord } from '../../../configuration/use-open-record';
import { t } from '../../../i18n/translate';
import { Differences } from './Differences';
import { Settings } from './Settings';
import { Table } from './Table';
import { useComparison } from './use-comparison';

/** Several devices at once: the same settings for the chosen ones, and all of them as a table. Differences are shown before they are taken. */
export function ManyDevices(props: ManyProps) {
  const { screen, from } = props;
  const [part, setPart] = useState('');
  const settings = useComparison(screen.source);
  const table = useComparison(screen.source);
  const compareIn =
    (name: string, { compare }: typeof table) =>
    (body: object) => {
      setPart(name);
      void compare(body);
    };
  return (
    <section className="c12" aria-label={t('config.many')}>
      <div className="ph">
        <h2>{t('config.many')}</h2>
        <button type="button" className="o" onClick={() => openRecord(null)}>
          {t('config.back')}
        </button>
      </div>
      {from === null && (
        <>
          <Table {...props} comparing={table} onCompare={compareIn('table', table)} />
          {part === 'table' && <Differences {...props} comparing={table} />}
        </>
      )}
      <Settings key={from} {...props} comparing={settings} onCompare={compareIn('settings', settings)} />
      {part === 'settings' && <Differences {...props} comparing={settings} />}
    </section>
  );
}
