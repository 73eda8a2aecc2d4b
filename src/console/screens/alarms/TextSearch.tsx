import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../ui/SearchField';
import type { ChangeFilter } from './use-filter';

/** A word is searched once it is typed: browsers allow few changes of the address in a row. */
const pauseMs = 250;

interface Props {
  readonly text: string;
  readonly change: ChangeFilter;
}

/** What is searched, with the address following behind. */
export function TextSearch({ text, change }: Props) {
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      change({ text: typed }, false);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, change]);
  return <SearchField value={typed} onChange={setTyped} />;
}
