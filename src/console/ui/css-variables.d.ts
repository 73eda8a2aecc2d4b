import 'react';

declare module 'react' {
  // The style prop also accepts the custom properties that position the indicators.
  interface CSSProperties {
    [variable: `--${string}`]: string | number;
  }
}
