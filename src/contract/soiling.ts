import * as v from 'valibot';

const Value = v.nullable(v.number());

/**
 * Soiling after IEC 61724-1, learned from the year before the end of a period: what the modules gave at that end of what clean ones would
 * have given (`rapporto`, %), what dirt takes more with each day (`tasso`, %), and from when on a wash costs less than the dirt
 * (`conviene`; null without price, rate or cost of a wash). `pulizie`: the times between two cleanings, each from the rain or the wash
 * (a note with the cause `lavaggio`) that began it, with the energy lost to dirt in the period (kWh) and its value (€); together they are the
 * soiling of the waterfall and of the losses. `causa` null: not known. `da_pulizia`: what dirt took since the last of them, whole.
 */
export const Soiling = v.nullable(
  v.strictObject({
    rapporto: Value,
    tasso: Value,
    conviene: Value,
    da_pulizia: v.nullable(v.strictObject({ persa: v.number(), valore: Value })),
    pulizie: v.array(
      v.strictObject({
        inizio: v.number(),
        fine: Value,
        causa: v.nullable(v.picklist(['lavaggio', 'pioggia'])),
        rapporto: Value,
        persa: v.number(),
        valore: Value,
      }),
    ),
  }),
);
