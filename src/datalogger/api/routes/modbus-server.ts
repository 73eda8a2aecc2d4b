import type { ModbusServerBody } from '../../../contract/modbus-server';
import type { ModbusServer } from '../../integrations/modbus-server/modbus-server';
import type { Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Handlers, ProblemError, Versioned } from '../http/handler';
import { writeService } from '../support/service-write';

type ServerKey = Extract<keyof Handlers, `${string} bus/server${string}`>;

interface Deps {
  readonly config: Pick<ConfigDatabase, 'atomically' | 'modbusServer'>;
  readonly modbusServer: ModbusServer;
  readonly record: Recorder;
}

/** The settings of the Modbus server, and who is connected to it. */
export function modbusServerHandlers({ config, modbusServer, record }: Deps): Pick<Handlers, ServerKey> {
  const settings = config.modbusServer;
  const read = () => {
    const { value, version } = settings.read();
    return new Versioned({ ...value, versione: version }, version);
  };
  const accept = (value: ModbusServerBody & { password?: never }) => {
    // A server for nobody would only seem to be there.
    const { ammessi, gestore, terzi } = value;
    if (value.attivo && [...ammessi, ...gestore, ...terzi].length === 0)
      throw new ProblemError(422, 'required', 'Nobody may connect.', { campo: 'ammessi' });
    return { value, secret: null };
  };
  return {
    'GET bus/server': read,
    'PUT bus/server': call => {
      const place = { action: 'config.change', object: 'bus/server' } as const;
      config.atomically(() => writeService({ settings, accept, record, ...place }, call));
      modbusServer.apply();
      return read();
    },
    'GET bus/server/stato': () => modbusServer.state(),
  };
}
