import type { SystemSettings } from '../../../contract/system';
import type { NetworkTrial } from '../../core/system/network-trial';
import type { System } from '../../core/system/system';
import type { Clock } from '../../core/time/clock';
import type { Guard } from '../../integrations/outgoing/guard';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Handlers, notFound, ProblemError, requireVersion, Versioned } from '../http/handler';
import { carriedOut, requireCapability } from '../support/capabilities';
import { refuseHosts } from '../support/hosts';
import { withStored } from '../support/left-out';

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
    'PUT sistema': async call => {
      refuseHosts(guard, { ntp: call.body.ntp });
      const before = settings.read();
      const body = withStored(call, before.value);
      const isNewNtp = body.ntp.join() !== before.value.ntp.join();
      if (isNewNtp && body.ntp.length > 0) requireCapability(system, 'ntp', 'ntp');
      atomically(() => {
        requireVersion(call.ifMatch, settings.read().version);
        settings.write(body);
        record(call.caller, 'system.change', 'sistema', { changes: changesBetween(before.value, body) });
      });
      if (isNewNtp) await carriedOut(system.applyTime({ servers: body.ntp }));
      return reply();
    },
    'POST sistema/ora': async ({ body, caller }) => {
      requireCapability(system, 'orologio', 'ora');
      if (settings.read().value.ntp.length > 0) {
        throw new ProblemError(409, 'conflict', 'The clock follows its servers.', { campo: 'ora' });
      }
      record(caller, 'system.clock', 'sistema', {
        changes: { ora: [Math.floor(clock.now() / 1000), body.ora] },
      });
      await carriedOut(system.applyTime({ servers: [], epochS: body.ora }));
    },
    'POST sistema/riavvio': async ({ caller }) => {
      requireCapability(system, 'riavvio');
      record(caller, 'system.restart', 'sistema');
      await carriedOut(system.reboot('datalogger'));
    },
    'POST impianto/:id/network/conferma': async ({ params, caller }) => {
      if (params.id !== '1' || !(await carriedOut(networkTrial.confirm()))) throw notFound();
      record(caller, 'plant.network.confirm', 'impianto/1');
    },
  };
}
