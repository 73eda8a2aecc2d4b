/** Gives the user a text as a file. Works without a secure context and without asking the datalogger again. */
export function downloadText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken the address by the next turn; keeping it would keep the text in memory.
  setTimeout(() => URL.revokeObjectURL(url));
}
