import * as v from 'valibot';
import abbB23B24 from './library/abb-b23-b24.json';
import carloGavazziEm24 from './library/carlo-gavazzi-em24.json';
import carloGavazziEm340 from './library/carlo-gavazzi-em340.json';
import deyeString from './library/deye-string.json';
import growatt from './library/growatt.json';
import huaweiSun2000 from './library/huawei-sun2000.json';
import imtSiRs485 from './library/imt-si-rs485.json';
import janitzaUmg from './library/janitza-umg.json';
import kippZonenSmp from './library/kipp-zonen-smp.json';
import schneiderIem3000 from './library/schneider-iem3000.json';
import sdm72 from './library/sdm72.json';
import sdm120 from './library/sdm120.json';
import sdm630 from './library/sdm630.json';
import siemensPac3200 from './library/siemens-pac3200.json';
import sma from './library/sma.json';
import solis from './library/solis.json';
import sungrowSg from './library/sungrow-sg.json';
import { faultsOf, type Profile, ProfileFile } from './profile';

const files: readonly unknown[] = [
  abbB23B24,
  carloGavazziEm24,
  carloGavazziEm340,
  deyeString,
  growatt,
  huaweiSun2000,
  imtSiRs485,
  janitzaUmg,
  kippZonenSmp,
  schneiderIem3000,
  sdm120,
  sdm630,
  sdm72,
  siemensPac3200,
  sma,
  solis,
  sungrowSg,
];

function checked(file: unknown): Profile {
  const profile = v.parse(ProfileFile, file);
  const [fault] = faultsOf(profile);
  if (fault) throw new Error(`profile ${profile.key}: ${fault.reason}`);
  return profile;
}

/** The profiles of known devices, by key. */
export const library: ReadonlyMap<string, Profile> = new Map(
  files.map(file => checked(file)).map(profile => [profile.key, profile]),
);
