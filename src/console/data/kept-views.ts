import { refresh } from './poll';
import { isObject, numberOrNull, readArray, readObject, textOrNull } from './read';
import { resource } from './resource';
import { call } from './transport';

/** A view of the archive that the user has kept under a name. */
export interface KeptView {
  readonly id: number;
  readonly name: string;
  /** The query of its address. */
  readonly search: string;
}

export const keptViews = resource('GET analisi/viste', {}, (raw): readonly KeptView[] =>
  readArray(readObject(raw, 'kept views').viste, 'kept views').flatMap(each => {
    const view = isObject(each) ? each : {};
    const [id, name, search] = [numberOrNull(view.id), textOrNull(view.nome), textOrNull(view.ricerca)];
    return id === null || name === null || search === null ? [] : [{ id, name, search }];
  }),
);

/** Rejects with an ApiError when the datalogger does not take it. */
export async function keepView(name: string, search: string): Promise<void> {
  await call('POST analisi/viste', { body: { nome: name, ricerca: search } });
  refresh(keptViews);
}

export async function removeView(id: number): Promise<void> {
  await call('DELETE analisi/viste/:id', { params: { id: String(id) } });
  refresh(keptViews);
}
