/** Bytes of the picture, and its characters as Base64. */
export const logoBytes = 49_152;
export const mostLogoText = (logoBytes / 3) * 4;
