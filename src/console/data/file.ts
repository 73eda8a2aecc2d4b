/** A JSON file of the console itself, always checked against the server's copy (some servers send no Cache-Control). */
export async function loadFile(path: string): Promise<unknown> {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}
