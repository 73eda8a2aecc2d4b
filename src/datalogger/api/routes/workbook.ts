import type { Handlers } from '../http/handler';
import type { LongWork } from '../long-work/long-work';

export function workbookHandlers({
  longWork,
}: {
  readonly longWork: Pick<LongWork, 'file'>;
}): Pick<Handlers, 'POST tabelle/xlsx'> {
  return {
    'POST tabelle/xlsx': ({ body, caller, left }) => longWork.file('workbook', body, { caller, left }),
  };
}
