/** What some browsers say of the connection; the types of TypeScript do not have it, as it is no standard yet. */
interface WithConnection {
  readonly connection?: { readonly saveData?: boolean };
}

/** Whether the browser asks for reduced data use; false where it does not say. */
export const isSavingData = () => (navigator as WithConnection).connection?.saveData === true;
