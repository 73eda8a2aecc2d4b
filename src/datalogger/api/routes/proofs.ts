import { sourceLanguage } from '../../../contract/languages';
import { uncertaintyAt } from '../../analytics/capacity/uncertainty';
import { agreementOf } from '../../analytics/contract/agreement';
import { namedPeriod } from '../../analytics/reports/named-period';
import type { Snapshot } from '../../plant/snapshot';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { Devices } from '../../storage/config/devices';
import type { PlantConfig } from '../../storage/config/plant-config';
import { answered, type Handlers, ProblemError } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import { agreedSheet, capacitySheet, doubtSheet, proofWords } from '../support/proof-sheets';

export interface ProofDeps {
  readonly zone: () => string;
  readonly snapshot: () => Snapshot;
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly logo: ConfigDatabase['logo'];
  readonly devices: Pick<Devices, 'all'>;
  readonly longWork: LongWork;
  readonly report: Handlers['GET report'];
}

/** What a month or a year proves: of its report, and of a test of the capacity over it. */
export function proofHandlers(deps: ProofDeps): Pick<Handlers, 'GET verifiche'> {
  return {
    'GET verifiche': async call => {
      const { tipo, d, lingua: language = sourceLanguage } = call.query;
      const named = namedPeriod(tipo, deps.zone(), d);
      if (!named)
        throw new ProblemError(400, 'invalid', `That is no period of kind ${tipo}.`, { campo: 'd' });
      const report = answered(await deps.report({ ...call, query: { tipo, d } }));
      const { from, to } = named.period;
      const until = Math.min(to, deps.snapshot().t);
      const ratedKw = report.dati.pca;
      const made = () => ({ input: { from, to: until, ratedKw } });
      const test = await deps.longWork.run('capacity', made, call);
      const plant = deps.plantConfig.read()?.fields ?? null;
      const doubt = uncertaintyAt(until, deps.devices.all(), plant?.gamma ?? null);
      const words = proofWords(language);
      return {
        fogli: [
          ...agreedSheet(report, agreementOf(plant), words),
          capacitySheet(test, doubt, words),
          doubtSheet(report, doubt, words),
        ],
      };
    },
  };
}
