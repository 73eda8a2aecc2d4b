import { accountEndpoints } from './account';
import { addedLanguageEndpoints } from './added-languages';
import { alarmRuleEndpoints } from './alarm-rules';
import { alarmEndpoints } from './alarms';
import { auditEndpoints } from './audit';
import { backupEndpoints } from './backup';
import { balanceEndpoints } from './balance';
import { busEndpoints } from './bus';
import { calendarEndpoints } from './calendar';
import { commandEndpoints } from './commands';
import { configEndpoints, furtherConfigEndpoints } from './config/endpoints';
import { contractSheetEndpoints } from './contract-sheet';
import type { Body, BodyInput, Params, Query, QueryInput, Reply } from './endpoint';
import { faultEndpoints } from './faults';
import { feedEndpoints } from './feeds';
import { firstStepEndpoints } from './first-steps';
import { forecastEndpoints } from './forecast';
import { helpEndpoints } from './help';
import { historyEndpoints } from './history';
import { invalidSpanEndpoints } from './invalid-spans';
import { logbookEndpoints } from './logbook';
import { logoEndpoints } from './logo';
import { mailEndpoints } from './mail';
import { measureEndpoints } from './measures';
import { modbusServerEndpoints } from './modbus-server';
import { plantEndpoints } from './plant';
import { profileEndpoints } from './profiles';
import { proofEndpoints } from './proofs';
import { protectionEndpoints } from './protections';
import { pushEndpoints } from './push';
import { reportFileEndpoints } from './report-file';
import { reportEndpoints } from './reports';
import { scheduleEndpoints } from './schedules';
import { seriesEndpoints } from './series';
import { sessionEndpoints } from './session';
import { sharingEndpoints } from './sharing';
import { systemEndpoints } from './system';
import { unreportedEndpoints } from './unreported';
import { upsEndpoints } from './ups';
import { versionEndpoints } from './versions';
import { viewEndpoints } from './views';
import { wallEndpoints } from './wall';
import { workOrderEndpoints } from './work-orders';
import { workbookEndpoints } from './workbook';

/** The type is built group by group: as one inferred type it would be too long for the compiler to write down. */
export type Contract = typeof sessionEndpoints &
  typeof accountEndpoints &
  typeof measureEndpoints &
  typeof invalidSpanEndpoints &
  typeof seriesEndpoints &
  typeof unreportedEndpoints &
  typeof viewEndpoints &
  typeof wallEndpoints &
  typeof calendarEndpoints &
  typeof forecastEndpoints &
  typeof balanceEndpoints &
  typeof reportEndpoints &
  typeof reportFileEndpoints &
  typeof alarmEndpoints &
  typeof alarmRuleEndpoints &
  typeof logbookEndpoints &
  typeof plantEndpoints &
  typeof upsEndpoints &
  typeof logoEndpoints &
  typeof proofEndpoints &
  typeof contractSheetEndpoints &
  typeof protectionEndpoints &
  typeof commandEndpoints &
  typeof scheduleEndpoints &
  typeof sharingEndpoints &
  typeof feedEndpoints &
  typeof mailEndpoints &
  typeof pushEndpoints &
  typeof faultEndpoints &
  typeof configEndpoints &
  typeof furtherConfigEndpoints &
  typeof systemEndpoints &
  typeof firstStepEndpoints &
  typeof backupEndpoints &
  typeof helpEndpoints &
  typeof historyEndpoints &
  typeof versionEndpoints &
  typeof workOrderEndpoints &
  typeof workbookEndpoints &
  typeof auditEndpoints &
  typeof busEndpoints &
  typeof profileEndpoints &
  typeof addedLanguageEndpoints &
  typeof modbusServerEndpoints;

/** Every request that the console may send to a datalogger: the whole API below `/api/`. */
export const contract: Contract = {
  ...sessionEndpoints,
  ...accountEndpoints,
  ...measureEndpoints,
  ...invalidSpanEndpoints,
  ...seriesEndpoints,
  ...unreportedEndpoints,
  ...viewEndpoints,
  ...wallEndpoints,
  ...calendarEndpoints,
  ...forecastEndpoints,
  ...balanceEndpoints,
  ...reportEndpoints,
  ...reportFileEndpoints,
  ...alarmEndpoints,
  ...alarmRuleEndpoints,
  ...logbookEndpoints,
  ...plantEndpoints,
  ...upsEndpoints,
  ...logoEndpoints,
  ...proofEndpoints,
  ...contractSheetEndpoints,
  ...protectionEndpoints,
  ...commandEndpoints,
  ...scheduleEndpoints,
  ...sharingEndpoints,
  ...feedEndpoints,
  ...mailEndpoints,
  ...pushEndpoints,
  ...faultEndpoints,
  ...configEndpoints,
  ...furtherConfigEndpoints,
  ...systemEndpoints,
  ...firstStepEndpoints,
  ...backupEndpoints,
  ...helpEndpoints,
  ...historyEndpoints,
  ...versionEndpoints,
  ...workOrderEndpoints,
  ...workbookEndpoints,
  ...auditEndpoints,
  ...busEndpoints,
  ...profileEndpoints,
  ...addedLanguageEndpoints,
  ...modbusServerEndpoints,
};

export type Key = keyof Contract & string;
export type KeyOf<M extends string> = Extract<Key, `${M} ${string}`>;
export type ReplyOf<K extends Key> = Reply<Contract[K]>;
export type BodyOf<K extends Key> = Body<Contract[K]>;
export type QueryOf<K extends Key> = Query<Contract[K]>;
export type BodyInputOf<K extends Key> = BodyInput<Contract[K]>;
export type QueryInputOf<K extends Key> = QueryInput<Contract[K]>;
export type ParamsOf<K extends Key> = Params<K>;

export type { Audience, Endpoint, Method, Role } from './endpoint';
