/** Offers a text to the user as a file download. */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadFile(fileName, new Blob([text], { type }));
}

/** Offers content to the user as a file download. Needs neither a secure context nor another request to the datalogger. */
export function downloadFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  // A range of days has two points, which filters take for a path.
  link.download = fileName.replace('..', '_');
  link.click();
  // The browser has read the URL by the next task; without revoking it the content would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url));
}
