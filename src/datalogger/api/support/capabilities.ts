import type { Capabilities } from '../../../contract/capabilities';
import { BoxError } from '../../core/system/box-client';
import type { System } from '../../core/system/system';
import { ProblemError } from '../http/handler';

/** 409 for what this box cannot do; `field` names the field of the body that asks for it. */
export function requireCapability(
  system: Pick<System, 'capabilities'>,
  name: keyof Capabilities,
  field?: string,
): void {
  if (system.capabilities()[name]) return;
  const details = field === undefined ? {} : { campo: field };
  throw new ProblemError(409, 'not_supported', `This box cannot do it: ${name}.`, details);
}

/** Waits for an action of the box. 409 where the box cannot do it, 502 where it failed. */
export async function carriedOut<T>(action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    if (!(error instanceof BoxError)) throw error;
    if (error.code === 'not_supported') throw new ProblemError(409, 'not_supported', error.message);
    throw new ProblemError(502, 'box_failed', error.message);
  }
}
