import { photoBytes } from '../../../../contract/work-limits';

/** Pixels of the longer side to begin with, and the share by which it is reduced until the photo is small enough. */
const [largest, step] = [1024, 0.85];
const quality = 0.7;

/** A picture as JPEG of at most `photoBytes` bytes, in Base64. Rejects where the browser cannot read it. */
export async function smallPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const canvas = document.createElement('canvas');
  let scale = Math.min(1, largest / Math.max(width, height));
  for (;;) {
    canvas.width = Math.max(1, width * scale);
    canvas.height = Math.max(1, height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const text = canvas.toDataURL('image/jpeg', quality).replace(/.*,/, '');
    if (text.length * 0.75 <= photoBytes) return text;
    scale *= step;
  }
}
