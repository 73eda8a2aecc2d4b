import type { ConfigDatabase } from '../../storage/config/config-database';
import type { Dial } from '../fieldbus/modbus/connection';
import { describeRecording, recordsOf } from './first-configuration';
import { dialRecordings, readRecordings } from './recording';

/** Recorded devices in the place of those of a plant. */
export interface RecordedPlant {
  readonly dial: Dial;
  /** Configures them at the first start. Throws an Error of one line where the data are of another recording. */
  describe(config: ConfigDatabase, dataFolder: string): void;
}

/** Rejects with an Error of one line where the file is no dump of registers with SunSpec models. */
export async function recordedPlant(file: string): Promise<RecordedPlant> {
  const { recordings, fingerprint } = readRecordings(file);
  const records = await recordsOf(recordings);
  return {
    dial: dialRecordings(recordings),
    describe(config, dataFolder) {
      if (config.installation.recording(fingerprint) !== fingerprint)
        throw new Error(
          `${dataFolder} holds the data of another recording than ${file}: set another DATA_DIR`,
        );
      describeRecording(config, recordings[0]?.name ?? '', records);
    },
  };
}
