import type * as commands from '../../../contract/commands';

// As the contract says, checked by type alone: its schemas are no part of this chunk.
export const mostReactivePercent = 48.4 satisfies typeof commands.mostReactivePercent;
export const leastPowerFactor = 0.9 satisfies typeof commands.leastPowerFactor;
