import { startOfLocalDay } from '../../../../contract/zone';
import type { Answer } from '../../../plant/source';

/** What inverters have answered last: one that is silent is known by nothing else, whatever it makes meanwhile. */
export class LastAnswers {
  readonly #said = new Map<number, Answer>();

  /** The answers at `t` (epoch seconds), those of silent inverters as they were read last; the energy of the day is that of a day of `zone`. */
  known(answers: readonly Answer[], t: number, zone: string): readonly Answer[] {
    return answers.map(answer => {
      const said = this.#said.get(answer.record);
      if (answer.isResponding || !said) {
        this.#said.set(answer.record, answer);
        return answer;
      }
      const { values, sampled } = said;
      // A sample at midnight belongs to the day that ends.
      const isToday = startOfLocalDay(zone, sampled - 1) === startOfLocalDay(zone, t - 1);
      return { ...answer, sampled, values: isToday ? values : { ...values, eday: 0 } };
    });
  }
}
