/**
 * A whole record as a PUT asks for it: a field that the client left out keeps what is stored, so that one who does not know the field cannot
 * reset it to its default.
 */
export function withStored<Body extends object>(
  { body, sent }: { readonly body: Body; readonly sent?: ReadonlySet<string> },
  stored: object,
): Body {
  if (!sent) return body;
  const kept = Object.entries(stored).filter(([name]) => name in body && !sent.has(name));
  return { ...body, ...Object.fromEntries(kept) };
}
