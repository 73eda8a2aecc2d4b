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
  [/var T=e\.__b;e\.__b=.*?;(?=var A=)/s, ''],
  [/"undefined"!=typeof Symbol&&Symbol\.for&&Symbol\.for\("react\.forward_ref"\)\|\|/, ''],
  [/"undefined"!=typeof Symbol&&Symbol\.for&&Symbol\.for\("react\.element"\)\|\|/, ''],
  [/\("undefined"!=typeof Symbol&&"symbol"==typeof Symbol\(\)\?(\/fil\|che\|rad\/):.*?\)(?=\.test)/, '$1'],
  [/"select"==e&&\(u\.multiple&&.*?\}\)\)\)(?=,t\.className)/s, '0'],
];

/**
 * Of Preact itself: contexts, most methods of classes, what is drawn later because it is still loading, markup as a text (so that none can
 * be injected by it), and elements and attributes that the console does not have.
 */
const unusedCore: readonly Cut[] = [
  ['I=(s=F.contextType)&&i[s.__c],P=s?I?I.props.value:s.__:i,', 'P=i,'],
  ['I&&I.sub(p),', ''],
  ['null!=p.getChildContext&&(i=m(m({},i),p.getChildContext())),', ''],
  [/M&&null!=F\.getDerivedStateFromProps&&.*?(?=y=p\.props,)/s, ''],
  [/,v\)M&&null==F\..*?p\.componentWillReceiveProps\(x,P\),/s, ',!v){if('],
  [/,M&&null!=p\.componentDidUpdate&&.*?\}\)(?=\}if\()/s, ''],
  ['M&&!v&&null!=p.getSnapshotBeforeUpdate&&(_=p.getSnapshotBeforeUpdate(y,d)),', ''],
  ['y=p.props,d=p.state,p.__v=u', 'p.__v=u'],
  [/if\(n\.then\)\{.*?\}else (?=if\(null!=o\))/s, ''],
  ['n.then||B(u)', 'B(u)'],
  ['128&t.__u&&(c=!!(32&t.__u),o=[f=u.__e=t.__e]),', ''],
  ['128&u.__u?void 0:f', 'f'],
  ['32&u.__u?[t]:null', 'null'],
  ['"math"==x?o="http://www.w3.org/1998/Math/MathML":', ''],
  ['"template"==t.type?u.content:u', 'u'],
  ['"popover"!=l&&', ''],
  ['"popover"==l&&1==u?"":u', 'u'],
  ['"dangerouslySetInnerHTML"==s?p=y:', ''],
  ['"dangerouslySetInnerHTML"==s?h=y:', ''],
  [/if\(h\)c\|\|p&&.*?else if\(p&&\(u\.innerHTML=""\),/s, 'if('],
  [/if\(("http:\/\/www\.w3\.org\/2000\/svg")==i\)l=.*?;else if\(/s, 'if($1!=i&&'],
];

/** The router brings its own copy of a hook of React. */
const ownStore: readonly Cut[] = [
  [
    /export function useSyncExternalStore.*?\n\}\n/s,
    'export { useSyncExternalStore } from "preact/compat";\n',
  ],
  [/const canUseDOM = .*?\);\n/s, ''],
];

/** The router looks whether another copy of it already watches the history, and tells listeners what nobody here asks. */
const onlyCopy: readonly Cut[] = [
  [/const patchKey = .*?;\n/, ''],
  ['if (typeof history !== "undefined" && typeof window[patchKey] === "undefined") {', '{'],
  ['event.arguments = arguments;', ''],
  ['Object.defineProperty(window, patchKey, { value: true });', ''],
];

export const trimPreact = [
  trimPlugin('preact', /preact\/dist\/preact\.module\.js$/, unusedCore),
  trimPlugin('compat', /preact\/compat\/dist\/compat\.module\.js$/, ofReact),
  trimPlugin('wouter', /wouter-preact\/src\/react-deps\.js$/, ownStore),
  trimPlugin('history', /wouter-preact\/src\/use-browser-location\.js$/, onlyCopy),
];
