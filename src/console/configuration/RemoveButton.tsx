import { useState } from 'react';
import { Lazy } from '../ui/Lazy';

interface Props {
  readonly word: string;
  /** Of what is removed, for the question. */
  readonly name: string;
  readonly onRemove: () => void;
}

const loadDelete = () => import('./DeleteDialog').then(({ DeleteDialog }) => DeleteDialog);

/** A button that removes something after a question. */
export function RemoveButton({ word, name, onRemove }: Props) {
  const [isAsked, setAsked] = useState(false);
  const onClose = () => setAsked(false);
  const onConfirm = () => {
    onClose();
    onRemove();
  };
  return (
    <>
      <button type="button" className="o" onClick={() => setAsked(true)}>
        {word}
      </button>
      {isAsked && (
        <Lazy
          load={loadDelete}
          props={{ kind: undefined, id: '', name, isBusy: false, onConfirm, onClose }}
        />
      )}
    </>
  );
}
