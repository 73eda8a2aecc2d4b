import { type Cut, trimPlugin } from './trim.ts';

/**
 * What preact/compat does for libraries that were written for React, and the console is not: Suspense, `lazy` and portals, old methods of
 * classes, `PureComponent`, fields of React's events, `class` as a name. It registers with Preact when the module is loaded, so the bundler
 * has to keep it, and the login would wait for it. Each element of the page would also go through it once more.
 */
const ofReact: readonly Cut[] = [
  [/,O=e\.__e;e\.__e=function.*?;(?=var q=)/s, ';'],
  [/createPortal:\$,/, ''],
  [/Suspense:P,SuspenseList:B,lazy:z,/, ''],
  [/P as Suspense,B as SuspenseList,/, ''],
  [/\$ as createPortal,/, ''],
  [/z as lazy,/, ''],
  [/function M\(n,t\)\{.*?\}(?=function N)/s, ''],
  [/\(M\.prototype=new n\)\.isPureReactComponent.*?\};(?=var T=)/s, ''],
  [/PureComponent:M,/, ''],
  [/M as PureComponent,/, ''],
  [/n\.prototype\.isReactComponent=!0,\["componentWillMount".*?(?=var en=)/s, ''],
  [/var en=e\.event;.*?(?=var rn,)/s, ''],
  [/var ln=e\.__r;.*?(?=var fn=)/s, ''],
  [/,n\.\$\$typeof=q,on&&/, ',on&&'],
  [/Q&&"children"===i&&"noscript"===e\|\|/, ''],
  [/t\.class&&!t\.className\?.*?:t\.className&&\(u\.class=u\.className=/s, 't.className&&(u.class='],
];

/** The router brings its own copy of a hook of React. */
const ownStore: readonly Cut[] = [
  [
    /export function useSyncExternalStore.*?\n\}\n/s,
    'export { useSyncExternalStore } from "preact/compat";\n',
  ],
];

export const trimPreact = [
  trimPlugin('compat', /preact\/compat\/dist\/compat\.module\.js$/, ofReact),
  trimPlugin('wouter', /wouter-preact\/src\/react-deps\.js$/, ownStore),
];
