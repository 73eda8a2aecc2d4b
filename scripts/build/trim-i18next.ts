import { type Cut, trimPlugin } from './trim.ts';

/*
 * i18next also loads words by itself, writes numbers and dates in words, runs plug-ins, tells a developer what is wrong and collects texts
 * that are missing. The console gives it the words of one language at once, asks it for one text at a time and formats numbers and dates
 * itself. What is cut here is two fifths of i18next.
 */

/** Methods that nothing calls in the console: of the store of words, of the languages and their plural forms, and of an instance. */
const unusedMethods = [
  'addNamespaces removeNamespaces addResource addResources addResourceBundle removeResourceBundle hasResourceBundle getResourceBundle',
  'deprecateDottedLng deprecateBareCode clearCache needsPlural getPluralFormsOfKey getSuffixes',
  'reloadResources use hydrate getFixedT exists setDefaultNamespace hasLoadedNamespace loadNamespaces loadLanguages dir cloneInstance',
  'toJSON getUsedParamsDetails',
].flatMap(names => names.split(' '));

/** Its own fields and methods with long names. None is an option, or a name that a browser or the console knows. */
const longNames = [
  'languageUtils pluralResolver resourceStore interpolator backendConnector resolveHierarchyCache pluralRulesCache _cachedFallbackLng',
  'nestingRegexp regexpUnescape resetRegExp handleFormat userDefinedKeySeparator userDefinedNsSeparator checkedLoadedFor regExpQueue',
  'isLanguageChangingTo resolvedLanguage setResolvedLanguage hasLanguageSomeTranslations getDataByLanguage getBestMatchFromCodes',
  'getFallbackCodes toResolveHierarchy formatLanguageCode getScriptPartFromCode getLanguagePartFromCode isSupportedCode regExpMap',
  'extractFromKey extendTranslation isValidLookup getSuffix getRule exactUsedKey usedLng usedNS usedKey isInitializing isInitialized',
  'ownPostProcessors initializedStoreOnce pendingWarnings devIsDefaultFallback interpolationkey getResource translator namespaces',
].flatMap(names => names.split(' '));

const methodNamed = (name: string) => new RegExp(`^  ${name}\\(.*?\\n  \\}\\n`, 'gms');

/** A statement that begins like this and ends at the same indentation. */
const blockFrom = (start: string) => {
  const [, indent = ''] = /^( *)/.exec(start) ?? [];
  const text = start.replace(/[$()[\]{}.?|*+]/g, '\\$&');
  return new RegExp(`^${text}[^\\n]*\\n(?:${indent} .*\\n|\\n)*?${indent}[\\]})][^\\n]*\\n`, 'gm');
};

export const unusedOfI18next: readonly Cut[] = [
  [
    /^class Connector extends EventEmitter \{.*?\n\}\n/ms,
    'class Connector extends EventEmitter { load(languages, namespaces, done) { done?.(); } saveMissing() {} }\n',
  ],
  [/^class Formatter \{.*?\n\}\n/ms, 'class Formatter { format(value) { return value; } }\n'],
  [
    /^class Logger \{.*?\n\}\n/ms,
    'class Logger { init() {} create() { return this; } log() {} warn() {} error() {} once() {} }\n',
  ],
  [blockFrom('      if (loggerOwner && loggerOwner !== this '), ''],
  [/^class EventEmitter \{.*?\n\}\n/ms, 'class EventEmitter { on() {} emit() {} }\n'],
  [/^var postProcessor = \{.*?\n\};\n/ms, ''],
  [/^ {4}const postProcess = .*?\n(?= {4}return res;\n)/ms, ''],
  // Keys that are functions.
  [/^const PATH_KEY = .*?\n(?=function keysFromSelector)/ms, ''],
  [/^function keysFromSelector.*?\n\}\n/ms, 'const keysFromSelector = key => key;\n'],
  // The language in which i18next shows keys, and answers that are more than a text.
  [blockFrom("    if (lng?.toLowerCase() === 'cimode') {"), ''],
  [blockFrom('      if (keySeparator) {\n        const resTypeIsArray'), ''],
  [blockFrom('    if (returnDetails) {'), ''],
  [blockFrom('        if (returnDetails) {'), ''],
  // Texts that are missing.
  [blockFrom('      if (usedKey || usedDefault || updateMissing) {'), ''],
  [
    blockFrom('  overloadTranslationOptionHandler: args => {'),
    'overloadTranslationOptionHandler: () => ({}),\n',
  ],
  // The set-up of what is cut.
  [blockFrom('      s.utils = {'), ''],
  [blockFrom('      if (this.modules.languageDetector) {'), ''],
  [blockFrom('      if (this.modules.i18nFormat) {'), ''],
  [/^ {4}const storeApi = .*?\n(?= {4}const deferred)/ms, ''],
  [
    blockFrom('  loadResources(language, callback = noop) {'),
    '  loadResources(language, callback) { callback(null); }\n',
  ],
  [
    /^ {4}if \(!lng && this\.services\.languageDetector && .*?\n {4}\}\n(?= {4}return deferred)/ms,
    '    setLng(lng);\n',
  ],
  [/^ {6}if \(l && this\.logger\.debug && .*?\n {6}\}\n/ms, ''],
  [/^ *if \(this\.logger\.debug && isString\(code\)\).*\n/m, ''],
  [/^ *this\.deprecateDottedLng\('getResource'\);\n/m, ''],
  [/^(const (?!createInstance\b)(\w+) = instance\.\2;\n)+/gm, ''],
  [/^export \{.*\};\n?$/m, 'export { createInstance, instance as default };\n'],
  ...unusedMethods.map((name): Cut => [methodNamed(name), '']),
  ...longNames.map((name, index): Cut => [new RegExp(`\\b${name}\\b`, 'g'), `x${index}`]),
];

export const trimI18next = trimPlugin('i18next', /i18next\/dist\/esm\/i18next\.js$/, unusedOfI18next);
