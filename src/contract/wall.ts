import * as v from 'valibot';
import { Lingua } from './account';
import type { Endpoint } from './endpoint';
import { Nome } from './session';

/*
 * Displays on a wall, `/api/schermo#TOKEN`: a page that nobody operates, for the control room (`sala`) or a public hall (`pubblica`, without
 * alarms and devices). Each has a token of its own, which reads what its page shows and nothing else, until an administrator revokes it.
 * The datalogger keeps the token's hash only. What the page shows comes as finished texts in the language of the display.
 */

export const mostWallDisplays = 20;

export const WallLayout = v.picklist(['sala', 'pubblica']);
/** Of a token: a display, or a calendar (`calendario.ics`), which reads no display. */
export const WallKind = v.picklist([...WallLayout.options, 'calendario']);
export type WallLayout = v.InferOutput<typeof WallLayout>;

export const WallBody = v.strictObject({ nome: Nome, disposizione: WallKind, lingua: Lingua });

export const WallDisplay = v.strictObject({
  id: v.number(),
  ...WallBody.entries,
  /** Epoch seconds of the device's clock; `visto`: when it last asked, to about five minutes, null before it has asked. */
  creato: v.number(),
  visto: v.nullable(v.number()),
});
export type WallDisplay = v.InferOutput<typeof WallDisplay>;

const Text = v.string();
/** Share of a bar, 0 to 1. */
const Share = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
/** A place on an axis: share of its length, and what is written there. */
const Mark = v.strictObject({ a: v.number(), testo: Text });

export const WallView = v.strictObject({
  disposizione: WallLayout,
  lingua: Lingua,
  scuro: v.boolean(),
  impianto: Text,
  titolo: Text,
  frase: Text,
  ora: Text,
  data: Text,
  /** Says that measurements stand still, and since when; null while they are fresh. */
  fermo: v.nullable(Text),
  /** What to say when there is no answer for a while, and when the token is revoked. */
  senza_risposta: Text,
  revocato: Text,
  /** Whether the hour has come in which the page loads itself again. */
  ricarica: v.boolean(),
  grandezze: v.array(v.strictObject({ nome: Text, valore: Text, unita: Text, nota: Text, quota: Share })),
  /** Paths of a drawing of 1000 by 300; the bottom is 300. */
  curva: v.strictObject({
    titolo: Text,
    misurata: Text,
    area: Text,
    attesa: Text,
    nomi: v.tuple([Text, Text]),
    ore: v.array(Mark),
    potenze: v.array(Mark),
    adesso: Share,
  }),
  /** Null on a public display. */
  allarmi: v.nullable(
    v.strictObject({
      titolo: Text,
      righe: v.array(v.strictObject({ priorita: v.number(), titolo: Text, dispositivo: Text, inizio: Text })),
      nota: Text,
    }),
  ),
  /** `segno`: gravest priority of an alarm. Empty on a public display. */
  inverter: v.array(
    v.strictObject({
      nome: Text,
      valore: Text,
      quota: Share,
      segno: v.nullable(v.number()),
      muto: v.boolean(),
    }),
  ),
  altri_inverter: Text,
});
export type WallView = v.InferOutput<typeof WallView>;

export const wallEndpoints = {
  'GET schermi': { may: 'admin', reply: v.strictObject({ schermi: v.array(WallDisplay) }) },
  /** The token is answered once. 409 where there are as many as there may be. */
  'POST schermi': {
    may: 'admin',
    body: WallBody,
    reply: v.strictObject({ ...WallDisplay.entries, token: v.string() }),
    asksPassword: true,
  },
  /** The page goes dark within a minute. */
  'DELETE schermi/:id': { may: 'admin' },
  /** 404 while there is no display, 401 without the token of one, which is no session's. */
  'GET schermo/dati': { may: 'anyone', reply: WallView },
} as const satisfies Record<string, Endpoint>;
