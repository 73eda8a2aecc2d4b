import { expect, test } from 'vitest';
import { placeOf } from '../../../../src/datalogger/plant/processing/judged-weather';
import { clearLight } from '../../../../src/datalogger/plant/solar/clear-light';

const noon = Date.parse('2026-06-21T11:00:00Z') / 1000;
const site = { latitude: 42, longitude: 12, tilt: 60, azimuth: 180 };

/** W/m² of a clear sky on the plane of the modules. */
function onPlane(albedo?: number): number {
  const place = placeOf({ ...site, ...(albedo === undefined ? {} : { albedo }) }, []);
  if (!place) throw new Error('no place');
  return clearLight(noon, place, place.plane).onPlane;
}

test('steep modules get more light from a bright ground, as it is configured', () => {
  expect(onPlane(0.8)).toBeGreaterThan(onPlane(0.2) + 50);
  expect(onPlane()).toBe(onPlane(0.2));
});
