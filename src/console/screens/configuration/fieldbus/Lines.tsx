import { useState } from 'react';
import { deviceNowMs } from '../../../data/device-clock';
import { deviceFacts, fallbackZone } from '../../../data/facts';
import { type BusDevice, type BusLine, type ResponseDay, responsesOf } from '../../../data/field-bus';
import { downloadTable } from '../../../data/table-file';
import { useResource } from '../../../data/use-resource';
import { formatNumber, formatTime, missing } from '../../../i18n/format';
import { t, textOf } from '../../../i18n/translate';
import { csvFileName } from '../../../ui/csv';
import { DataTable } from '../../../ui/DataTable';
import type { DataColumn } from '../../../ui/data-column';
import { FileButtons } from '../../../ui/FileButtons';
import { Icon } from '../../../ui/Icon';
import { busCsv, type DeviceRow, exceptionWords } from './bus-csv';
import { causeWords, cutWords, lineWords } from './words';

/** Every line with its state, and every device with how it answers. */
export function Lines({ lines }: { readonly lines: readonly BusLine[] }) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const rows = lines.flatMap(line => line.devices.map(device => ({ device, line })));
  const columns = [...deviceColumns(zone), mapColumn(openKey, setOpenKey)];
  const save = () => {
    const nowS = Math.floor(deviceNowMs() / 1000);
    downloadTable(csvFileName('bus', nowS, zone), busCsv(rows, zone));
  };
  return (
    <section className="c12">
      <div className="ph">
        <h2>{t('bus.lines')}</h2>
        {rows.length > 0 && <FileButtons save={save} className="end" />}
      </div>
      {lines.length === 0 && <p>{t('bus.noLines')}</p>}
      {lines.length > 0 && (
        <DataTable
          label={t('bus.lines')}
          className="stack"
          columns={lineColumns()}
          rows={lines}
          keyOf={({ key }) => key}
        />
      )}
      {rows.length > 0 && (
        <>
          <h3 className="fb-part">{t('bus.devices')}</h3>
          <DataTable
            label={t('bus.devices')}
            className="stack"
            columns={columns}
            rows={rows}
            keyOf={({ device }) => device.key}
            below={({ device }, shown) =>
              device.key === openKey && (
                <tr>
                  <td colSpan={shown.length}>
                    <Details device={device} />
                  </td>
                </tr>
              )
            }
          />
        </>
      )}
    </section>
  );
}

const stateIcons: Readonly<Record<string, 'check' | 'unlink'>> = { collegata: 'check', interrotta: 'unlink' };

const stateWords = ({ state, cause }: BusLine) => (
  <>
    <Icon name={stateIcons[state] ?? 'pause'} /> {textOf('bus', 'state', state) ?? state}
    {cause && <span className="u"> {causeWords({ cause, code: null })}</span>}
  </>
);

/** A column of numbers, which are named on a card. */
const numbers = <Row,>(
  key: string,
  head: string,
  unit: string,
  numberOf: (row: Row) => number | null,
  decimals = 0,
): DataColumn<Row> => ({
  key,
  head,
  unit,
  isNumber: true,
  isNamed: true,
  cell: row => formatNumber(numberOf(row), decimals),
});

const lineColumns = (): readonly DataColumn<BusLine>[] => [
  {
    key: 'line',
    head: t('bus.column.line'),
    isHeading: true,
    cell: line => (
      <span className="mono">
        {lineWords(line)}
        {line.framing === 'rtu' && ' RTU'}
        {line.speed && ` ${line.speed.baud} 8${line.speed.parity}${line.speed.stop}`}
      </span>
    ),
  },
  { key: 'state', head: t('bus.column.state'), cell: stateWords },
  numbers('load', t('bus.column.load'), '%', ({ load }) => load),
  numbers('rate', t('bus.column.rate'), '', ({ rate }) => rate, 1),
  numbers('queue', t('bus.column.queue'), '', ({ queued }) => queued),
  numbers('reconnects', t('bus.column.reconnects'), '', ({ reconnects }) => reconnects),
];

const deviceColumns = (zone: string): readonly DataColumn<DeviceRow>[] => [
  {
    key: 'name',
    head: t('bus.column.device'),
    isHeading: true,
    cell: ({ device, line }) => (
      <>
        {device.name}{' '}
        <span className="u mono">
          {line.host} {device.unit}
        </span>
      </>
    ),
  },
  {
    key: 'good',
    head: t('bus.column.good'),
    isNamed: true,
    cell: ({ device: { goodS } }) => (goodS === null ? t('bus.never') : formatTime(goodS, zone, 'clock')),
  },
  numbers('median', t('bus.times.median'), 'ms', ({ device }) => device.medianMs),
  numbers('slow', t('bus.times.slow'), 'ms', ({ device }) => device.slowMs),
  numbers('period', t('bus.column.period'), 's', ({ device }) => device.periodS),
  numbers('ok', t('bus.column.answered'), '', ({ device }) => device.answered),
  numbers('timeouts', t('bus.column.timeouts'), '', ({ device }) => device.timeouts),
  numbers('malformed', t('bus.column.malformed'), '', ({ device }) => device.malformed),
  numbers('exceptions', t('bus.column.exceptions'), '', ({ device: { exceptions } }) =>
    exceptions.reduce((sum, { times }) => sum + times, 0),
  ),
  {
    key: 'error',
    head: t('bus.column.error'),
    isNamed: true,
    cell: ({ device }) => <Trouble device={device} zone={zone} />,
  },
];

/** What went wrong last, whether another device is there, what is not read because models are missing, and what the device itself reports. */
function Trouble({ device, zone }: { readonly device: BusDevice; readonly zone: string }) {
  const { lastError, hasOtherSerial } = device;
  const cut = cutWords(device, zone);
  return (
    <>
      {lastError ? causeWords(lastError) : missing}
      {hasOtherSerial && (
        <p className="fb-note">
          <Icon name="warn" /> {causeWords({ cause: 'seriale_diverso', code: null })}
        </p>
      )}
      {cut && (
        <p className="fb-note">
          <Icon name="warn" /> {cut}
        </p>
      )}
      {device.reports.map(report => (
        <p key={report} className="fb-note">
          <Icon name="warn" /> {report}
        </p>
      ))}
    </>
  );
}

const mapColumn = (openKey: string | null, open: (key: string | null) => void): DataColumn<DeviceRow> => ({
  key: 'map',
  cell: ({ device: { key, name, map, goodS } }) =>
    (map.length > 0 || goodS !== null) && (
      <button
        type="button"
        className="o"
        aria-expanded={key === openKey}
        aria-label={t('bus.detailsOf', { name })}
        onClick={() => open(key === openKey ? null : key)}
      >
        {t('bus.details')}
      </button>
    ),
});

const dayTimes = ['least', 'median', 'slow', 'most'] as const;

const dayColumns = (): readonly DataColumn<ResponseDay>[] => [
  { key: 'day', head: t('bus.days'), isHeading: true, cell: ({ day }) => formatDay(day) },
  ...dayTimes.map((key, index) =>
    numbers<ResponseDay>(key, t(`bus.times.${key}`), 'ms', ({ times }) => times[index] ?? null),
  ),
  numbers('answered', t('bus.column.answered'), '', ({ answered }) => answered),
  numbers('missed', t('bus.column.missed'), '', ({ missed }) => missed),
];

const formatDay = (day: string) => {
  const ms = Date.parse(day);
  return Number.isNaN(ms) ? missing : formatTime(ms / 1000, 'UTC', 'date');
};

/** How quickly it answered on each of the last days. */
function ResponseDays({ kind, id }: Pick<BusDevice, 'kind' | 'id'>) {
  const days = useResource(responsesOf(kind, id)).value;
  return days?.length ? (
    <DataTable
      name={t('bus.days')}
      className="stack"
      columns={dayColumns()}
      rows={days}
      keyOf={({ day }) => day}
    />
  ) : null;
}

/** What the device says of itself, how quickly it answered, which exceptions it answered with, and where its models are. */
function Details({
  device: { nameplate, map, exceptions, readAtOnce, kind, id },
}: {
  readonly device: BusDevice;
}) {
  const texts = [nameplate?.maker, nameplate?.model, nameplate?.version, nameplate?.serial].filter(Boolean);
  return (
    <div className="fb-map">
      <p>{texts.join(' · ')}</p>
      {exceptions.length > 0 && (
        <p>
          {t('bus.column.exceptions')}: {exceptionWords({ exceptions })}
        </p>
      )}
      {readAtOnce !== null && <p>{t('bus.readAtOnce', { count: readAtOnce })}</p>}
      <ResponseDays kind={kind} id={id} />
      <ul>
        {map.map(({ model, from, length }) => (
          <li key={from}>
            <b>{model}</b> {t('bus.mapEntry', { from, length })}
          </li>
        ))}
      </ul>
    </div>
  );
}
