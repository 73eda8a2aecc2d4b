/** Numbers of outputs: lower ones are those of the box, the others those of modules on the bus. */
export const firstBusOutput = 9;
export const lastOutput = 64;
