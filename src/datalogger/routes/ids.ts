import { ProblemError } from '../serve/handler';

/** The id of a record in a path; 404 where it is not a plain positive number. */
export function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}

export function notFound(): ProblemError {
  return new ProblemError(404, 'not_found', 'No such record.');
}
