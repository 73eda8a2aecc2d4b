/*
 * Until here an alarm that came again before it was acknowledged was one time, from its first begin to its last end. Its story says when
 * the condition came and went. Of a time in which it was hidden, the story does not say by which other alarm: 0, which is no alarm.
 */

const whenShown = "'attivo', 'riconosciuto'";

/** The steps after which the condition is true (1) or not (0): while an alarm is hidden, a step without a person turns it. */
const presence = `
  WITH RECURSIVE
  ordered AS (
    SELECT step.*, row_number() OVER (PARTITION BY occurrence ORDER BY id) AS n
    FROM step WHERE occurrence IN (SELECT id FROM occurrence WHERE times > 1)
  ),
  told AS (
    SELECT occurrence, n, t, value, to_state, 1 AS is_true FROM ordered WHERE n = 1
    UNION ALL
    SELECT next.occurrence, next.n, next.t, next.value, next.to_state, CASE
      WHEN next.to_state IN (${whenShown}) THEN 1
      WHEN next.to_state IN ('rientrato', 'chiuso') THEN 0
      WHEN next.from_state = next.to_state AND next.by IS NULL THEN 1 - told.is_true
      ELSE told.is_true END
    FROM told JOIN ordered AS next ON next.occurrence = told.occurrence AND next.n = told.n + 1
  ),
  turns AS (
    SELECT *, sum(is_turn) OVER (PARTITION BY occurrence ORDER BY n) AS turn
    FROM (
      SELECT *, is_true IS NOT lag(is_true) OVER (PARTITION BY occurrence ORDER BY n) AS is_turn FROM told
    )
  ),
  runs AS (
    SELECT occurrence, turn, is_true, min(t) AS from_t, max(n) AS last,
      max(to_state IN (${whenShown})) AS was_announced,
      max(CASE WHEN is_turn THEN value END) AS value_then
    FROM turns GROUP BY occurrence, turn
  ),
  times AS (
    SELECT runs.*, lead(from_t) OVER (PARTITION BY occurrence ORDER BY turn) AS until_t,
      (SELECT to_state FROM told WHERE told.occurrence = runs.occurrence AND told.n = runs.last) AS state
    FROM runs
  )`;

export const trueSpans = `
  -- The times in which conditions were true: every figure is made of them.
  CREATE TABLE span (
    id INTEGER PRIMARY KEY,
    occurrence INTEGER NOT NULL REFERENCES occurrence ON DELETE CASCADE,
    begin_t INTEGER NOT NULL,
    from_t INTEGER NOT NULL,
    until_t INTEGER,
    value_then REAL,
    cause_then INTEGER,
    priority_then INTEGER NOT NULL,
    was_announced INTEGER NOT NULL,
    comings INTEGER NOT NULL,
    acknowledged_t INTEGER
  ) STRICT;

  INSERT INTO span (occurrence, begin_t, from_t, until_t, value_then, cause_then, priority_then, was_announced, comings, acknowledged_t)
  SELECT id, begin_t, begin_t, end_t, value, cause, priority, is_announced, times, ack_at FROM occurrence
  WHERE times = 1 OR id NOT IN (SELECT occurrence FROM step);

  INSERT INTO span (occurrence, begin_t, from_t, until_t, value_then, cause_then, priority_then, was_announced, comings, acknowledged_t)
  ${presence}
  SELECT times.occurrence, from_t, from_t, until_t, value_then,
    CASE WHEN times.state = 'soppresso' THEN coalesce(occurrence.cause, 0) END,
    occurrence.priority, times.was_announced, 1, iif(ack_at >= from_t, ack_at, NULL)
  FROM times JOIN occurrence ON occurrence.id = times.occurrence WHERE is_true ORDER BY times.occurrence, from_t;

  -- What the story does not tell, the occurrence does: that it came more often while it was unstable, and when it ended.
  UPDATE span SET
    comings = 1 + max(0, (SELECT times FROM occurrence WHERE occurrence.id = span.occurrence)
      - (SELECT count(*) FROM span AS own WHERE own.occurrence = span.occurrence)),
    until_t = (SELECT iif(is_present, NULL, coalesce(span.until_t, end_t)) FROM occurrence WHERE occurrence.id = span.occurrence)
  WHERE id IN (SELECT max(id) FROM span GROUP BY occurrence) AND (
    SELECT times > 1 FROM occurrence WHERE occurrence.id = span.occurrence);

  -- The end of a silence by an operator looks like a return of the condition while something else hides the alarm as well.
  DELETE FROM span WHERE until_t < from_t;

  CREATE INDEX span_of_occurrence ON span (occurrence, from_t);
  CREATE INDEX spans ON span (from_t);
  CREATE INDEX lasting_spans ON span (from_t) WHERE (until_t IS NULL OR until_t - from_t > 2678400);
  DROP INDEX lasting;

  -- What this changed of the past, until it was logged.
  CREATE TABLE split_alarms (alarms INTEGER NOT NULL, spans INTEGER NOT NULL, from_t INTEGER NOT NULL) STRICT;
  INSERT INTO split_alarms
  SELECT count(DISTINCT occurrence), count(*), min(from_t) FROM span
  WHERE occurrence IN (SELECT occurrence FROM span GROUP BY occurrence HAVING count(*) > 1) HAVING count(*) > 0;
`;
