import type { BackupContent } from '../../../contract/backup';
import { byKind, configKinds } from '../../../contract/config/kinds';
import { findingsOf } from '../../../contract/config/rules';
import { contentOfVersion } from '../../storage/backup/file';
import { recordsWith } from '../../storage/backup/versions';
import type { KeptRecords } from '../../storage/config/versions';
import { ProblemError } from '../http/handler';

interface Restored {
  readonly present: KeptRecords;
  readonly version: KeptRecords;
  /** The records that become as they were; all of them where they are not named. */
  readonly objects?: readonly string[] | undefined;
}

/** The configuration after a version, or some of its records, has come back. 422 where that is not possible. */
export function contentAfter({ present, version, objects }: Restored): BackupContent {
  const content = contentOfVersion(objects ? recordsWith(present, version, objects) : version);
  refuseImpossible(content, contentOfVersion(present));
  return content;
}

/** What forbids a configuration, by device and field. */
function refusals({ dispositivi }: BackupContent) {
  const all = withVersions(dispositivi);
  return configKinds.flatMap(kind =>
    all[kind].flatMap(record =>
      findingsOf(kind, record, record.id, all).flatMap(finding =>
        finding.isWarning ? [] : [{ ...finding, place: `config/${kind}/${record.id} ${finding.campo}` }],
      ),
    ),
  );
}

/** 422 where devices of a version do not fit those that stay as they are, by what is not so already. */
function refuseImpossible(content: BackupContent, present: BackupContent): void {
  const known = new Set(refusals(present).map(({ place }) => place));
  const wrong = refusals(content).find(({ place }) => !known.has(place));
  if (!wrong) return;
  const { codice, da, place } = wrong;
  const details = { campo: place.replace(' ', '.'), ...(da === undefined ? {} : { da }) };
  throw new ProblemError(422, codice, 'Not possible beside the devices of today.', details);
}

/** The records of a file have no versions, which no rule looks at. */
const withVersions = (devices: BackupContent['dispositivi']) =>
  byKind<{ id: number; versione: number }>(kind => devices[kind].map(record => ({ ...record, versione: 0 })));
