import { type FirstStep, firstSteps } from '../../../contract/first-step-names';
import { type FirstSteps, putOffDays } from '../../../contract/first-steps';
import type { Clock } from '../../core/time/clock';
import type { AlarmStore } from '../../storage/alarms/alarms';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { positionOf } from '../../storage/config/plant-config';
import type { Handlers } from '../http/handler';

interface FirstStepDeps {
  readonly config: ConfigDatabase;
  readonly store: Pick<AlarmStore, 'rules'>;
  /** The device's clock. */
  readonly clock: Pick<Clock, 'now'>;
  readonly isSimulated: boolean;
  readonly record: Recorder;
}

type FirstStepKey = Extract<keyof Handlers, `${string} sistema/primi-passi${string}`>;

/** The list after the first start: what is done, and what an administrator puts off or ends. */
export function firstStepHandlers(deps: FirstStepDeps): Pick<Handlers, FirstStepKey> {
  const { record, config } = deps;
  const { firstSteps: kept, atomically } = config;
  const nowS = () => Math.floor(deps.clock.now() / 1000);
  return {
    'GET sistema/primi-passi': () => stepsOf(deps, nowS()),
    'POST sistema/primi-passi/rinvia': ({ body: { passo }, caller }) =>
      atomically(() => {
        const { value } = kept.read();
        const putOff = { ...value.putOff, [passo]: nowS() + putOffDays * 86_400 };
        kept.write({ ...value, putOff }, null);
        record(caller, 'first-steps.put-off', 'sistema/primi-passi', {
          changes: changesBetween({}, { passo }),
        });
        return stepsOf(deps, nowS());
      }),
    'POST sistema/primi-passi/fine': ({ caller }) =>
      atomically(() => {
        kept.write({ ...kept.read().value, isEnded: true }, null);
        record(caller, 'first-steps.end', 'sistema/primi-passi');
        return stepsOf(deps, nowS());
      }),
  };
}

function stepsOf(deps: FirstStepDeps, nowS: number): FirstSteps {
  const { value } = deps.config.firstSteps.read();
  const passi = firstSteps.map(passo => {
    const untilS = value.putOff[passo] ?? 0;
    return { passo, fatto: isDone[passo](deps), rinviato: untilS > nowS ? untilS : null };
  });
  return { finito: deps.isSimulated || value.isEnded || passi.every(({ fatto }) => fatto), passi };
}

const isDone: Readonly<Record<FirstStep, (deps: FirstStepDeps) => boolean>> = {
  // Without a position neither the sun nor the expected power is known.
  impianto: ({ config }) => positionOf(config.plantConfig.read()?.fields) !== null,
  dispositivi: ({ config }) => config.devices.all().inverters.some(({ abilitato }) => abilitato),
  contatori: ({ config }) => {
    const { inverters, contatori } = config.devices.all();
    // Of a production meter the plant tells what it measures at most; of others nothing does (plant/gate/limits.ts).
    const isUnbounded = contatori.some(
      ({ abilitato, ruolo, potenza_max }) => abilitato && ruolo !== 'produzione' && potenza_max === null,
    );
    return !isUnbounded && inverters.length > 0;
  },
  allarmi: ({ store }) => store.rules.all().length > 0,
  notifiche: ({ config: { services } }) =>
    services.webhook.read().value.abilitato ||
    services.syslog.read().value.abilitato ||
    (services.mail.read().value.abilitata && isMailed(services.notifications.read().value)),
  backup: ({ config }) => config.firstSteps.read().value.isBackedUp,
  amministratori: ({ config }) => config.accounts.countAdministrators() > 1,
};

type Notified = ReturnType<ConfigDatabase['services']['notifications']['read']>['value'];

const isMailed = ({ abilitate, destinatari, immediata, riepilogo }: Notified) =>
  abilitate && destinatari.length > 0 && (immediata || riepilogo);
