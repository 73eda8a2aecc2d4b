import { quality } from '../../../contract/codes';
import type { Forecast } from '../../../contract/forecast';
import { forecastOf } from '../../analytics/reports/forecast';
import type { Snapshot } from '../../plant/snapshot';
import type { ClearPlant } from '../../plant/solar/clear-power';
import type { Devices } from '../../storage/config/devices';
import { type PlantConfig, siteOf } from '../../storage/config/plant-config';
import type { Measures } from '../../storage/measures/measures';
import type { Handlers } from '../http/handler';

interface ForecastDeps {
  readonly archive: Measures;
  readonly snapshot: () => Snapshot;
  readonly zone: () => string;
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly devices: Pick<Devices, 'all'>;
}

const unknown: Forecast = {
  totale: null,
  basso: null,
  alto: null,
  giorni: 0,
  da: null,
  sereno: [],
  attesa: [],
};

export function forecastHandlers(deps: ForecastDeps): Pick<Handlers, 'GET previsione'> {
  const forecast = forecastOf(deps);
  return {
    'GET previsione': () => {
      const plant = clearPlantOf(deps);
      const { t, groups } = deps.snapshot();
      const { q, values, lacking } = groups.impianto;
      // Where a device or a marked time is missing in the sum, it is a lower bound, and so would be the day's energy.
      const isWhole = q[0] === quality.good && !lacking?.[0]?.includes('eday');
      const madeKwh = isWhole ? (values.eday?.[0] ?? null) : null;
      return plant ? forecast(t, madeKwh, plant) : unknown;
    },
  };
}

/** Null until place and power of the plant are configured. */
function clearPlantOf({ plantConfig, devices }: ForecastDeps): ClearPlant | null {
  const fields = plantConfig.read()?.fields;
  const site = fields ? siteOf(fields) : null;
  const [peakKwp, ratedKw] = [fields?.potenza_picco ?? null, fields?.potenza_ca ?? null];
  if (site === null || peakKwp === null || ratedKw === null) return null;
  return { site, hasTrackers: devices.all().trackers.length > 0, peakKwp, ratedKw };
}
