/** The size of the one-line drawing, and where its parts are. */
export const places = {
  width: 500,
  height: 104,
  y: 40,
  gridX: 38,
  meter: 112,
  main: 210,
  interface: 340,
  fieldX: 460,
  half: 36,
};
