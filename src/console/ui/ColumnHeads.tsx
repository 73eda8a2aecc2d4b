interface ColumnHead {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly isNumber: boolean;
}

/** The head of a table of values: each column with its unit, so that the cells need none. */
export function ColumnHeads({ columns }: { readonly columns: readonly ColumnHead[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, label, unit, isNumber }) => (
          <th key={key} scope="col" className={isNumber ? 'n' : ''}>
            {label}
            {unit !== '' && <span className="u">, {unit}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}
