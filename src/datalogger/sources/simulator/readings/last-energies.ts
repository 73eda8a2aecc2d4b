import { startOfLocalDay } from '../../../../contract/zone';
import type { Answer } from '../../../plant/source';

interface Said {
  readonly t: number;
  readonly eday: number | null;
  readonly etot: number | null;
}

/** The energies that inverters have said last: one that is silent is known by no others, whatever it makes meanwhile. */
export class LastEnergies {
  readonly #said = new Map<number, Said>();

  /** The answers at `t` (epoch seconds), those of silent inverters with the energies that were read last; days of `zone`. */
  known(answers: readonly Answer[], t: number, zone: string): readonly Answer[] {
    return answers.map(answer => {
      const { record, isResponding, values } = answer;
      const said = this.#said.get(record);
      if (isResponding || !said) {
        this.#said.set(record, { t, eday: values.eday ?? null, etot: values.etot ?? null });
        return answer;
      }
      // A sample at midnight belongs to the day that ends.
      const isToday = startOfLocalDay(zone, said.t - 1) === startOfLocalDay(zone, t - 1);
      return { ...answer, values: { ...values, eday: isToday ? said.eday : 0, etot: said.etot } };
    });
  }
}
