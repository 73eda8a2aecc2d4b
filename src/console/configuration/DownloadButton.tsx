import { downloadText } from '../browser/download';
import { outcome } from '../data/outcome';
import { Icon } from '../ui/Icon';

interface Props {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly read: () => Promise<{ readonly text: string }>;
}

/** A button that reads a file (JSON) of the datalogger and saves it. */
export function DownloadButton({ name, read }: Props) {
  const save = async () => {
    const result = await outcome(read);
    if (result.kind === 'done') downloadText(`${name}.json`, result.value.text, 'application/json');
  };
  return (
    <button type="button" className="o" onClick={() => void save()}>
      <Icon name="down" /> {name}.json
    </button>
  );
}
