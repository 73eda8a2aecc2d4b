import { lossCauses } from '../../../contract/report-figures';
import { LogNotes } from '../../devices/LogNotes';
import { t } from '../../i18n/translate';

interface Props {
  readonly id: number;
  readonly zone: string;
}

/** Notes on an alarm. One may state the cause of what was lost meanwhile, instead of the one that the code of the alarm says. */
export function AlarmNotes({ id, zone }: Props) {
  const causes = new Map(lossCauses.map(cause => [cause, t(`reports.lossCause.${cause}`)]));
  return <LogNotes about={{ alarm: id }} zone={zone} causes={causes} />;
}
