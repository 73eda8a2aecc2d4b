import { useState } from 'react';
import { plantNowMs } from '../../../data/plant-clock';
import { refresh } from '../../../data/poll';
import { type Report, reportOf } from '../../../data/report';
import { useNowMs } from '../../../data/ticker';
import { useLowTraffic } from '../../../data/traffic';
import { useResource } from '../../../data/use-resource';
import { answeredAtS, useWaitedS } from '../../../data/waiting';
import { t } from '../../../i18n/translate';
import { Fact } from '../../../ui/Fact';
import { PanelFailure } from '../../../ui/PanelFailure';
import { waitingWords } from '../../../ui/panel-words';
import { exceptions } from '../plant-summary';
import type { View } from '../view';
import { type Check, checksOf } from './checks';
import { dueCalibrations } from './due';
import { type Night as NightFacts, nightAt } from './night';
import { lostFact, type NightFact, sunriseFact, verdictFact, worstFact } from './night-words';
import './night.css';

interface Props {
  readonly view: View;
}

/** What the day was like, and what to look at in the morning, while the sun is down. A plant whose facts are not known yet has no night. */
export function Night({ view }: Props) {
  useNowMs();
  const [isAsked, setAsked] = useState(false);
  const isOnDemand = useLowTraffic() && !isAsked;
  const nowS = Math.floor(plantNowMs() / 1000);
  const night = view.facts && nightAt(nowS, view.facts, view.zone);
  if (!night) return null;
  return (
    <section className="night" aria-label={t('night.label')}>
      {isOnDemand ? (
        <p className="row">
          <span>{t('night.onDemand')}</span>
          <button type="button" className="o" onClick={() => setAsked(true)}>
            {t('night.show')}
          </button>
        </p>
      ) : (
        <Read {...{ view, night, nowS }} />
      )}
    </section>
  );
}

interface ReadProps extends Props {
  readonly night: NightFacts;
  readonly nowS: number;
}

/** Until midnight an inverter may still stop or recover, and a gap in the data be filled. */
const everyMs = 900_000;

function Read({ view, night, nowS }: ReadProps) {
  const asked = { ...reportOf(night.day, null, false), everyMs };
  const snapshot = useResource(asked);
  const waited = useWaitedS(snapshot);
  const { value, error } = snapshot;
  if (value) return <Told {...{ view, night, nowS }} report={value} />;
  if (!error) return <p className="u">{waitingWords(waited)}</p>;
  return (
    <PanelFailure
      what={t('night.failed')}
      cause={error.reason}
      lastS={answeredAtS(snapshot)}
      zone={view.zone}
      onRetry={() => refresh(asked)}
    />
  );
}

function Told({ view, night, nowS, report }: ReadProps & { readonly report: Report }) {
  const due = useResource(dueCalibrations).value ?? [];
  if (report.dataFromS === null) return <p>{t('night.noData')}</p>;
  const alarms = view.alarms?.priorities.reduce((sum, { current }) => sum + current, 0) ?? 0;
  const down = (view.live?.inverters ?? []).filter(({ kind }) => exceptions.some(each => each === kind));
  const checks = checksOf({
    report,
    alarms,
    due,
    strings: view.facts?.strings ?? null,
    down: down.flatMap(({ id }) => id ?? []),
  });
  const sunrise = sunriseFact(night.sunriseS, nowS, report.zone);
  return (
    <div className="figs k6">
      {[verdictFact(report), worstFact(report), lostFact(report)].map(
        fact => fact && <Shown key={fact.label} {...fact} />,
      )}
      <Checks checks={checks} />
      {sunrise && <Shown {...sunrise} />}
    </div>
  );
}

function Shown({ label, value, href, note }: NightFact) {
  return <Fact label={label} value={href ? <a href={href}>{value}</a> : value} note={note} />;
}

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <div className="fig checks">
      <span>{t('night.check.title')}</span>
      {checks.length === 0 ? (
        <small>{t('night.check.nothing')}</small>
      ) : (
        <ul>
          {checks.map(({ href, text }) => (
            <li key={text}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
