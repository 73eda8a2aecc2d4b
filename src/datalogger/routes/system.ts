import type { SystemSettings } from '../../contract/system';
import type { NetworkTrial } from '../network-trial';
import type { Guard } from '../outgoing/guard';
import { type Handlers, notFound, ProblemError, requireVersion, Versioned } from '../serve/handler';
import { changesBetween, type Recorder } from '../store/audit';
import type { ConfigDatabase } from '../store/config-database';
import type { System } from '../system';
import type { Clock } from '../time/clock';
import { refuseHosts } from './hosts';

export interface SystemDeps {
  readonly config: ConfigDatabase;
  readonly system: System;
  readonly networkTrial: NetworkTrial;
  readonly guard: Pick<Guard, 'refuses'>;
  /** The device's clock. */
  readonly clock: Clock;
  readonly record: Recorder;
  /** How long a login lasts while nothing else is set. */
  readonly sessionHours: number;
}

type SystemKey =
  | 'GET sistema'
  | 'PUT sistema'
  | 'POST sistema/ora'
  | 'POST sistema/riavvio'
  | 'POST impianto/:id/network/conferma';

export function systemHandlers(deps: SystemDeps): Pick<Handlers, SystemKey> {
  const { config, system, networkTrial, guard, clock, record } = deps;
  const { settings, atomically } = config;
  const reply = () => {
    const { value, version } = settings.read();
    const shown: SystemSettings = {
      ...value,
      ...(version === 1 ? { ore_sessione: deps.sessionHours } : {}),
      ora: Math.floor(clock.now() / 1000),
      solo_registrato: system.isRecording,
      rete_in_prova: networkTrial.state(),
      versione: version,
    };
    return new Versioned(shown, version);
  };
  return {
    'GET sistema': reply,
    'PUT sistema': async ({ body, caller, ifMatch }) => {
      refuseHosts(guard, { ntp: body.ntp });
      const before = settings.read();
      atomically(() => {
        requireVersion(ifMatch, settings.read().version);
        settings.write(body);
        record(caller, 'system.change', 'sistema', { changes: changesBetween(before.value, body) });
      });
      await system.applyTime({ servers: body.ntp });
      return reply();
    },
    'POST sistema/ora': async ({ body, caller }) => {
      if (settings.read().value.ntp.length > 0) {
        throw new ProblemError(409, 'conflict', 'The clock follows its servers.', { campo: 'ora' });
      }
      record(caller, 'system.clock', 'sistema', {
        changes: { ora: [Math.floor(clock.now() / 1000), body.ora] },
      });
      await system.applyTime({ servers: [], epochS: body.ora });
    },
    'POST sistema/riavvio': async ({ caller }) => {
      record(caller, 'system.restart', 'sistema');
      await system.reboot('datalogger');
    },
    'POST impianto/:id/network/conferma': ({ params, caller }) => {
      if (params.id !== '1' || !networkTrial.confirm()) throw notFound();
      record(caller, 'plant.network.confirm', 'impianto/1');
    },
  };
}
