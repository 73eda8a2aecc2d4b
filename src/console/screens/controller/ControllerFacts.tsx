import { formatNumber, formatQuantity, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Fact } from '../../ui/Fact';
import { type Controller, limitKwOf, ofGreatest } from './controller-live';
import { sideWord } from './words';

interface Props {
  readonly controller: Controller | null;
  readonly nominalV: number | null;
  readonly isStale: boolean;
}

/** The measures at the point of delivery. */
export function ControllerFacts({ controller, nominalV, isStale }: Props) {
  const known = controller;
  const p = known?.p ?? null;
  const q = known?.q ?? null;
  const u = known?.voltageKv ?? null;
  const askedQ = known ? ofGreatest(known.reactivePercent, known) : null;
  const limitKw = known ? limitKwOf(known.appliedPercent, known) : null;
  const unit = u !== null && nominalV ? (u * 1000) / nominalV : null;
  return (
    <section className={isStale && known ? 'figs k6 stale' : 'figs k6'} aria-label={t('controller.delivery')}>
      <Fact
        label={t('controller.fact.p')}
        value={formatNumber(p, 1)}
        unit="kW"
        note={p === null ? '' : t(p >= 0 ? 'controller.note.exported' : 'controller.note.imported')}
      />
      <Fact
        label="Q"
        value={formatNumber(q, 0)}
        unit="kvar"
        note={askedQ === null ? '' : t('controller.note.asked', { value: formatNumber(askedQ, 0) })}
      />
      <Fact label="cos φ" value={formatNumber(known?.powerFactor, 3)} note={sideWord(q)} />
      <Fact
        label={t('controller.fact.voltage')}
        value={formatNumber(u, 2)}
        unit="kV"
        note={unit === null ? '' : formatQuantity(unit, 3, 'Vn')}
      />
      <Fact
        label={t('controller.fact.frequency')}
        value={formatNumber(known?.frequencyHz, 2)}
        unit="Hz"
        note=""
      />
      <Fact
        label={t('controller.fact.limit')}
        value={formatNumber(known?.appliedPercent, 0)}
        unit="%"
        note={limitKw === null ? missing : formatQuantity(limitKw, 0, 'kW')}
      />
    </section>
  );
}
