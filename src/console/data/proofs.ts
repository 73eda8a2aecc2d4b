import type { Language } from '../../contract/languages';
import { kindOf } from './periods';
import { listIn, numberOrNull, readObject, textIn, textOrNull } from './read';
import type { Report } from './report';
import { objectOf } from './report-items';
import { type Resource, resource } from './resource';

/** The tables that say what a month or a year proves, in a language; null for other periods. The datalogger words them. */
export function proofsOf({ period, isRunning }: Report, lingua: Language): Resource<ProofSheets> | null {
  const kind = kindOf(period);
  if (kind !== 'month' && kind !== 'year') return null;
  const query = { tipo: kind === 'month' ? 'mensile' : 'annuale', d: period, lingua } as const;
  return resource('GET verifiche', { query }, readProofs, { everyMs: isRunning ? 300_000 : null });
}

type ProofSheets = ReturnType<typeof readProofs>;

const readProofs = (raw: unknown) =>
  listIn(readObject(raw, 'proofs').fogli)
    .map(objectOf)
    .map(({ nome, titolo, colonne }) => ({
      name: textIn(nome),
      title: textIn(titolo),
      columns: listIn(colonne)
        .map(objectOf)
        .map(column => ({
          label: textIn(column.nome),
          unit: textIn(column.unita),
          decimals: numberOrNull(column.decimali) ?? 0,
          values: listIn(column.valori).map(value => textOrNull(value) ?? numberOrNull(value)),
        })),
    }));
