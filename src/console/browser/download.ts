/** Gives the user a text as a file. */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadFile(fileName, new Blob([text], { type }));
}

/** Gives the user a file. Works without a secure context and without asking the datalogger again. */
export function downloadFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken the address by the next turn; keeping it would keep the content in memory.
  setTimeout(() => URL.revokeObjectURL(url));
}
