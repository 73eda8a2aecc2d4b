/** The size of the one-line drawing, and where its parts are. */
export const places = {
  width: 360,
  height: 112,
  y: 62,
  gridX: 24,
  main: 86,
  interface: 180,
  generator: 274,
  fieldX: 336,
  half: 28,
};
