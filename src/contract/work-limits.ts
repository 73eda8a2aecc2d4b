/** In the order in which an order goes through them; `annullato`: called off. */
export const workStates = ['aperto', 'in_corso', 'chiuso', 'annullato'] as const;

export const mostAlarms = 50;
export const mostSteps = 20;
/** Photos of an order, and the bytes of one: about 1024 by 768 pixels. */
export const mostPhotos = 3;
export const photoBytes = 65_536;
/** Characters of a photo as Base64. */
export const mostPhotoText = Math.ceil(photoBytes / 3) * 4;
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
