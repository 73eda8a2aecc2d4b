import { ProblemError } from '../serve/handler';

/** The number of a record in a path, or 404: whatever is not a plain positive number names nothing. */
export function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}

export function notFound(): ProblemError {
  return new ProblemError(404, 'not_found', 'No such record.');
}
