/** Irradiances of one moment, W/m². */
export interface Irradiance {
  ghi: number;
  dni: number;
  dhi: number;
}

/** A plane as the unit vector of its normal. */
export interface Plane {
  east: number;
  north: number;
  up: number;
}

const radians = Math.PI / 180;
const dayS = 86_400;
/** Limits from pvlib for a low sun: below them a division by the cosine gives no useful result. */
const lowestCosForDirect = Math.cos(87 * radians);
const lowestCosForRatio = 0.01745;

/** Extraterrestrial normal irradiance, W/m² (Spencer 1971 x 1366.1). */
export function extraterrestrial(epochS: number): number {
  const yearStart = Date.UTC(new Date(epochS * 1000).getUTCFullYear(), 0, 1) / 1000;
  const angle = (2 * Math.PI * Math.floor((epochS - yearStart) / dayS)) / 365;
  return (
    1366.1 *
    (1.00011 +
      0.034221 * Math.cos(angle) +
      0.00128 * Math.sin(angle) +
      0.000719 * Math.cos(2 * angle) +
      0.000077 * Math.sin(2 * angle))
  );
}

/** Clear-sky global horizontal irradiance, W/m² (Haurwitz). */
export function clearSky(cosZenith: number): number {
  return cosZenith > 0 ? 1098 * cosZenith * Math.exp(-0.059 / cosZenith) : 0;
}

/** Diffuse share of the global irradiance for a clearness index (Erbs). */
function diffuseFraction(kt: number): number {
  if (kt <= 0.22) return 1 - 0.09 * kt;
  if (kt > 0.8) return 0.165;
  return 0.9511 + kt * (-0.1604 + kt * (4.388 + kt * (-16.638 + kt * 12.336)));
}

/** Splits a global irradiance into direct and diffuse (Erbs) and writes them into `out`. */
export function decompose(ghi: number, cosZenith: number, extra: number, out: Irradiance): Irradiance {
  out.ghi = ghi;
  out.dhi = ghi;
  out.dni = 0;
  if (cosZenith > lowestCosForDirect && ghi > 0) {
    out.dhi = ghi * diffuseFraction(ghi / (extra * cosZenith));
    out.dni = (ghi - out.dhi) / cosZenith;
  }
  return out;
}

/** The plane of a fixed array. Tilt from the horizontal, azimuth from north through east, in degrees. */
export function fixedPlane(tilt: number, azimuth: number): Plane {
  const horizontal = Math.sin(tilt * radians);
  return {
    east: horizontal * Math.sin(azimuth * radians),
    north: horizontal * Math.cos(azimuth * radians),
    up: Math.cos(tilt * radians),
  };
}

/** Cosine of the angle between sun and normal, 0 when the sun is behind the plane. */
export function cosIncidence(plane: Plane, sun: { east: number; north: number; cosZenith: number }): number {
  return Math.max(0, plane.east * sun.east + plane.north * sun.north + plane.up * sun.cosZenith);
}

/** Irradiance on a plane, and irradiance behind the glass of its modules, W/m². */
export interface PlaneIrradiance {
  poa: number;
  effective: number;
}

const diffuseModifier = 0.95;

/** Share of the direct light that passes through the glass (ASHRAE, b = 0.05). */
function beamModifier(cosAoi: number): number {
  return cosAoi > 0.05 ? Math.max(0, 1 - 0.05 * (1 / cosAoi - 1)) : 0;
}

/** Computes the irradiance on a plane (Hay-Davies), with ground reflection, and writes it into `out`. */
export function transpose(
  sky: Irradiance,
  { cosAoi, cosZenith, cosTilt }: { cosAoi: number; cosZenith: number; cosTilt: number },
  { extra, albedo }: { extra: number; albedo: number },
  out: PlaneIrradiance,
): PlaneIrradiance {
  const anisotropy = sky.dni / extra;
  const ratio = cosAoi / Math.max(cosZenith, lowestCosForRatio);
  const beam = sky.dni * cosAoi;
  const circumsolar = sky.dhi * anisotropy * ratio;
  const isotropic = (sky.dhi * (1 - anisotropy) * (1 + cosTilt)) / 2;
  const ground = (sky.ghi * albedo * (1 - cosTilt)) / 2;
  out.poa = beam + circumsolar + isotropic + ground;
  out.effective = beam * beamModifier(cosAoi) + diffuseModifier * (circumsolar + isotropic + ground);
  return out;
}
