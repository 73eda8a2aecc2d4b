import type { Handlers } from '../http/handler';
import type { LongWork } from '../long-work/long-work';

export function workbookHandlers({
  longWork,
}: {
  readonly longWork: Pick<LongWork, 'workbook'>;
}): Pick<Handlers, 'POST tabelle/xlsx'> {
  return { 'POST tabelle/xlsx': ({ body, caller, left }) => longWork.workbook(body, { caller, left }) };
}
