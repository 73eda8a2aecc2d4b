import 'react';

declare module 'react' {
  // The style prop also takes the custom properties that the design's indicators are drawn from.
  interface CSSProperties {
    [variable: `--${string}`]: string | number;
  }
}
