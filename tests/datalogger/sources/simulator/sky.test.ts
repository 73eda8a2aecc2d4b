import { expect, test } from 'vitest';
import {
  acPower,
  cellTemperature,
  specificPower,
  stringVoltage,
} from '../../../../src/datalogger/plant/solar/module';
import {
  clearSky,
  cosIncidence,
  decompose,
  extraterrestrial,
  fixedPlane,
  type Plane,
  transpose,
} from '../../../../src/datalogger/plant/solar/sky';
import { sunPosition, sunTimes } from '../../../../src/datalogger/plant/solar/sun';
import { trackerAngle, trackerPlane } from '../../../../src/datalogger/plant/solar/tracker';

const latitude = 41.9;
const longitude = 12.5;
const wind = 2;
/** The vectors are for 1.2 kWp of modules on 1 kW of inverter. */
const ratedPerKwp = 1 / 1.2;
const seconds = (iso: string) => Date.parse(iso) / 1000;

/** The clear-sky chain from the sun to the inverter, as the domain brief's test vectors define it. */
function clearPlant(t: number, ambient: number) {
  const sun = sunPosition(t, latitude, longitude);
  const extra = extraterrestrial(t);
  const { cosZenith } = sun;
  const sky = decompose(clearSky(cosZenith), cosZenith, extra, { ghi: 0, dni: 0, dhi: 0 });
  const angle = trackerAngle(sun.east, cosZenith, { ideal: 0, target: 0, isBacktracking: false });
  const on = (plane: Plane) => {
    const geometry = { cosAoi: cosIncidence(plane, sun), cosZenith, cosTilt: plane.up };
    const light = transpose(sky, geometry, { extra, albedo: 0.2 }, { poa: 0, effective: 0 });
    const dc = specificPower(light.effective, cellTemperature(ambient, light.poa, wind));
    return { poa: light.poa, pac: Math.min(ratedPerKwp, acPower(dc, ratedPerKwp)) };
  };
  const fixed = on(fixedPlane(30, 180));
  const tracker = on(trackerPlane(angle.target, { east: 0, north: 0, up: 1 }));
  return { sun, sky, angle, fixed, tracker };
}

// Tolerances: half a unit of the last printed digit for angles and irradiances, of the third digit for powers.
test.each([
  ['2026-06-21T05:00Z', 13.399, 70.333, 197.3, 557.1, 68.2, 64.6, -75.8, -23.62, 434.0, 0.035, 0.379],
  ['2026-06-21T11:15Z', 71.532, 182.304, 978.6, 860.5, 162.5, 1018.3, 0.77, 0.77, 978.7, 0.833, 0.833],
  ['2026-12-21T11:00Z', 24.671, 177.967, 397.9, 680.2, 114.0, 722.5, -4.42, -4.42, 398.9, 0.626, 0.341],
])(
  'the clear sky of %s',
  (iso, elevation, azimuth, ghi, dni, dhi, fixedPoa, ideal, target, trackerPoa, pacFixed, pacTracker) => {
    const { sun, sky, angle, fixed, tracker } = clearPlant(seconds(iso), 28);
    expect(Math.abs(sun.elevation - elevation)).toBeLessThan(0.001);
    expect(Math.abs(sun.azimuth - azimuth)).toBeLessThan(0.001);
    expect(Math.abs(sky.ghi - ghi)).toBeLessThan(0.06);
    expect(Math.abs(sky.dni - dni)).toBeLessThan(0.06);
    expect(Math.abs(sky.dhi - dhi)).toBeLessThan(0.06);
    expect(Math.abs(angle.ideal - ideal)).toBeLessThan(0.006);
    expect(Math.abs(angle.target - target)).toBeLessThan(0.006);
    expect(Math.abs(fixed.poa - fixedPoa)).toBeLessThan(0.06);
    expect(Math.abs(tracker.poa - trackerPoa)).toBeLessThan(0.06);
    expect(Math.abs(fixed.pac - pacFixed)).toBeLessThan(0.001);
    expect(Math.abs(tracker.pac - pacTracker)).toBeLessThan(0.001);
  },
);

test.each([
  ['2026-06-21', 25, 6.97, 10.18],
  ['2026-03-20', 25, 6.17, 6.77],
  ['2026-12-21', 10, 3.83, 2.82],
])(
  'the clear day %s at %i degrees gives %f kWh/kWp fixed and %f on trackers',
  (day, ambient, fixedKwh, trackerKwh) => {
    let fixed = 0;
    let tracker = 0;
    const start = seconds(`${day}T00:00Z`);
    for (let t = start + 30; t < start + 86_400; t += 60) {
      const plant = clearPlant(t, ambient);
      fixed += plant.fixed.pac / 60;
      tracker += plant.tracker.pac / 60;
    }
    // The figures have two decimals and do not say their time step.
    expect(Math.abs(fixed - fixedKwh)).toBeLessThan(0.006);
    expect(Math.abs(tracker - trackerKwh)).toBeLessThan(0.006);
  },
);

test('sunrise, solar noon and sunset in Rome on a day of June, within a minute of the almanac', () => {
  const { sunrise, noon, sunset } = sunTimes(seconds('2026-06-21T20:00Z'), latitude, longitude);
  expect(Math.abs((sunrise ?? 0) - seconds('2026-06-21T03:34:40Z'))).toBeLessThan(60);
  expect(Math.abs(noon - seconds('2026-06-21T11:11:50Z'))).toBeLessThan(60);
  expect(Math.abs((sunset ?? 0) - seconds('2026-06-21T18:49:00Z'))).toBeLessThan(60);
  expect(sunPosition(noon, latitude, longitude).azimuth).toBeCloseTo(180, 2);
});

test('beyond the polar circle the sun neither rises nor sets', () => {
  expect(sunTimes(seconds('2026-12-21T12:00Z'), 75, 20)).toMatchObject({ sunrise: null, sunset: null });
});

test('the sky is dark and finite through the night', () => {
  for (let hour = 0; hour < 24; hour++) {
    const { sky, fixed, tracker } = clearPlant(seconds('2026-12-21T00:00Z') + hour * 3600, 5);
    for (const value of [sky.ghi, sky.dni, sky.dhi, fixed.poa, fixed.pac, tracker.poa, tracker.pac])
      expect(value).toBeGreaterThanOrEqual(0);
    if (hour < 6 || hour > 16) expect(fixed.poa + tracker.poa).toBe(0);
  }
});

test('a string has its nominal voltage at standard conditions, more when cold, and none in the dark', () => {
  expect(stringVoltage(800, 1000, 25)).toBeCloseTo(800, 6);
  expect(stringVoltage(800, 1000, 0)).toBeCloseTo(880, 6);
  expect(stringVoltage(800, 0.5, 10)).toBe(0);
});
