import * as v from 'valibot';
import abbB23B24 from './library/abb-b23-b24.json';
import advantechAdam6050 from './library/advantech-adam-6050.json';
import advantechAdam6052 from './library/advantech-adam-6052.json';
import algodueUpm209 from './library/algodue-upm209.json';
import bgetechDrt428m from './library/bgetech-drt428m.json';
import camilleBauerAplus from './library/camille-bauer-aplus.json';
import carloGavazziEm24 from './library/carlo-gavazzi-em24.json';
import carloGavazziEm100 from './library/carlo-gavazzi-em100.json';
import carloGavazziEm340 from './library/carlo-gavazzi-em340.json';
import carloGavazziEm500 from './library/carlo-gavazzi-em500.json';
import chintDtsu666 from './library/chint-dtsu666.json';
import deyeString from './library/deye-string.json';
import goodweDt from './library/goodwe-dt.json';
import growatt from './library/growatt.json';
import growattTlX from './library/growatt-tl-x.json';
import huaweiSmartlogger from './library/huawei-smartlogger.json';
import huaweiSmartloggerEmi from './library/huawei-smartlogger-emi.json';
import huaweiSmartloggerMeter from './library/huawei-smartlogger-meter.json';
import huaweiSun2000 from './library/huawei-sun2000.json';
import huksefluxSr05 from './library/hukseflux-sr05.json';
import imtSiRs485 from './library/imt-si-rs485.json';
import ineproPro380 from './library/inepro-pro380.json';
import ingeteamPlay from './library/ingeteam-play.json';
import janitzaUmg from './library/janitza-umg.json';
import kippZonenSmp from './library/kipp-zonen-smp.json';
import lovatoDmg from './library/lovato-dmg.json';
import lufftWs from './library/lufft-ws.json';
import moxaE1211 from './library/moxa-e1211.json';
import moxaE1212 from './library/moxa-e1212.json';
import moxaE1214 from './library/moxa-e1214.json';
import moxaE1242 from './library/moxa-e1242.json';
import schneiderIem3000 from './library/schneider-iem3000.json';
import schneiderPm3000 from './library/schneider-pm3000.json';
import schneiderPm5000 from './library/schneider-pm5000.json';
import sdm72 from './library/sdm72.json';
import sdm120 from './library/sdm120.json';
import sdm630 from './library/sdm630.json';
import siemensPac1600 from './library/siemens-pac1600.json';
import siemensPac3200 from './library/siemens-pac3200.json';
import sma from './library/sma.json';
import socomecCountisE from './library/socomec-countis-e.json';
import socomecDirisA from './library/socomec-diris-a.json';
import sofarG3 from './library/sofar-g3.json';
import solaredge from './library/solaredge.json';
import solis from './library/solis.json';
import sungrowLogger from './library/sungrow-logger.json';
import sungrowSg from './library/sungrow-sg.json';
import wago750 from './library/wago-750.json';
import { faultsOf, type Profile, ProfileFile } from './profile';

const files: readonly unknown[] = [
  abbB23B24,
  algodueUpm209,
  bgetechDrt428m,
  camilleBauerAplus,
  carloGavazziEm100,
  carloGavazziEm24,
  carloGavazziEm340,
  carloGavazziEm500,
  chintDtsu666,
  deyeString,
  goodweDt,
  growatt,
  growattTlX,
  huaweiSmartlogger,
  huaweiSmartloggerEmi,
  huaweiSmartloggerMeter,
  huaweiSun2000,
  huksefluxSr05,
  imtSiRs485,
  ineproPro380,
  ingeteamPlay,
  janitzaUmg,
  kippZonenSmp,
  lovatoDmg,
  moxaE1211,
  moxaE1212,
  moxaE1214,
  schneiderIem3000,
  schneiderPm3000,
  schneiderPm5000,
  sdm120,
  sdm630,
  sdm72,
  siemensPac1600,
  siemensPac3200,
  sma,
  sofarG3,
  solaredge,
  solis,
  sungrowSg,
  advantechAdam6050,
  advantechAdam6052,
  moxaE1242,
  socomecCountisE,
  socomecDirisA,
  sungrowLogger,
  lufftWs,
  wago750,
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
