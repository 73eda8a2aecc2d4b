import type { BusOutputs, System } from './system';

/** The box with the outputs of modules, whose numbers are above those of its own. */
export function withOutputs(system: System, bus: () => BusOutputs | null): System {
  const numbers = () => bus()?.numbers ?? [];
  const onBus = (number: number) => (numbers().includes(number) ? bus() : null);
  return {
    ...system,
    capabilities() {
      const own = system.capabilities();
      return { ...own, uscite: Math.max(own.uscite, ...numbers()) };
    },
    hasOutput: number => onBus(number) !== null || system.hasOutput(number),
    output(number) {
      const outputs = onBus(number);
      return outputs ? outputs.isOn(number) : system.output(number);
    },
    switchOutput: (number, isOn) => onBus(number)?.switch(number, isOn) ?? system.switchOutput(number, isOn),
  };
}
