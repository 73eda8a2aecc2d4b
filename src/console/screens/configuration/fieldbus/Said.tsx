/** What is said, line by line. */
export const Said = ({ lines }: { readonly lines: readonly string[] }) => (
  <div role="status">
    {lines.map(line => (
      <p key={line}>{line}</p>
    ))}
  </div>
);
