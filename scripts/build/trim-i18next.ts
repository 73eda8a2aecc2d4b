import { type Cut, trimPlugin } from './trim.ts';

/*
 * i18next also loads words by itself, writes numbers and dates in words, runs plug-ins, tells a developer what is wrong, collects texts
 * that are missing, knows namespaces, variants of a language, contexts, default texts and texts within texts. The console gives it the
 * words of one language at once, asks it for one text at a time and formats numbers and dates itself. What is cut here is two thirds of
 * i18next; `tests/scripts/trim.test.ts` compares what is left with the whole.
 */

/** Methods that nothing calls in the console: of the store of words, of the languages and their plural forms, and of an instance. */
const unusedMethods = [
  'addNamespaces removeNamespaces addResource addResources addResourceBundle removeResourceBundle hasResourceBundle getResourceBundle',
  'deprecateDottedLng deprecateBareCode clearCache needsPlural getPluralFormsOfKey getSuffixes',
  'reloadResources use hydrate getFixedT exists setDefaultNamespace hasLoadedNamespace loadNamespaces loadLanguages dir cloneInstance',
  'toJSON getUsedParamsDetails',
  'getScriptPartFromCode getLanguagePartFromCode formatLanguageCode isSupportedCode getFallbackCodes',
].flatMap(names => names.split(' '));

/** Its own fields and methods with long names. None is an option, or a name that a browser or the console knows. */
const longNames = [
  'languageUtils pluralResolver resourceStore interpolator backendConnector resolveHierarchyCache pluralRulesCache',
  'regexpUnescape resetRegExp handleFormat userDefinedKeySeparator userDefinedNsSeparator checkedLoadedFor isLanguageChangingTo',
  'resolvedLanguage setResolvedLanguage hasLanguageSomeTranslations getDataByLanguage getBestMatchFromCodes toResolveHierarchy',
  'extractFromKey extendTranslation isValidLookup getSuffix getRule exactUsedKey usedLng usedNS usedKey isInitializing',
  'isInitialized ownPostProcessors initializedStoreOnce pendingWarnings devIsDefaultFallback interpolationkey getResource',
  'translator namespaces',
].flatMap(names => names.split(' '));

const methodNamed = (name: string) => new RegExp(`^  ${name}\\(.*?\\n  \\}\\n`, 'gms');

/** A method with another body, of one expression. */
const simpler = (head: string, result: string): Cut => [
  new RegExp(`^  ${head.replace(/[()=${}]/g, '\\$&')} \\{\\n.*?\\n  \\}\\n`, 'ms'),
  `  ${head} {\n    return ${result};\n  }\n`,
];

/** A statement that begins like this and ends at the same indentation. */
const blockFrom = (start: string) => {
  const [, indent = ''] = /^( *)/.exec(start) ?? [];
  const text = start.replace(/[$()[\]{}.?|*+]/g, '\\$&');
  return new RegExp(`^${text}[^\\n]*\\n(?:${indent} .*\\n|\\n)*?${indent}[\\]})][^\\n]*\\n`, 'gm');
};

/** One language and one namespace: nothing else is searched for a key, and a key contains neither. */
const onlyOneLanguage: readonly Cut[] = [
  simpler('extractFromKey(key, opt)', '{ key, namespaces: this.options.defaultNS }'),
  [/^class RegExpCache \{.*?(?=^const deepFind = )/ms, ''],
  simpler('getBestMatchFromCodes(codes)', 'codes[0]'),
  simpler('toResolveHierarchy(code, fallbackCode)', '[code]'),
  simpler('setResolvedLanguage(l)', 'undefined'),
  [blockFrom('    if (this.options.fallbackLng && !this.services.languageDetector'), ''],
  [/^ {4}try \{\n( {6}rule = new Intl\.PluralRules\(.*?\n)( {4}\} catch .*?\n {4}\}\n)/ms, '$1'],
  [/^ {8}if \(!this\.checkedLoadedFor.*?\n {8}\}\n/ms, ''],
  simpler(
    'getResource(lng, ns, key, options = {})',
    'getPath(this.data, [lng, ns, ...key.split(this.options.keySeparator)])',
  ),
  [/^ {4}bindMemberFunctions\(this\);\n/m, ''],
  // Defaults that are the same as none.
  [/^ {2}\w+: false,\n/gm, ''],
];

/** Texts without default, context, ordinal numbers or texts within them; values are neither escaped nor formatted, nor parts of others. */
const onlyPlainTexts: readonly Cut[] = [
  [/^ {4}if \(typeof keys === 'function'\) .*?\n(?= {4}const returnDetails)/ms, '    keys = [keys];\n'],
  [/^ {4}const (returnDetails|keySeparator|namespace|appendNamespaceToCIMode|resExactUsedKey) = .*\n/gm, ''],
  [/^ {4}let nsSeparator = .*\n.*\n/m, ''],
  [/(?<=parseMissingKeyHandler\()this\.options\.appendNamespaceToMissingKey .*?, opt(?=\))/, 'key'],
  [blockFrom('        if (!this.options.returnedObjectHandler) {'), ''],
  [/^ {4}\} else if \(handleAsObjectInI18nFormat && isString.*?\n(?= {4}\} else \{)/ms, ''],
  [/^ {4}if \(isString\(keys\)\) keys = .*?\n(?= {4}keys\.forEach)/ms, ''],
  [/^ {4}const hasDefaultValue = .*?\n(?= {4}let resForObjHndl)/ms, ''],
  [blockFrom('    if (handleAsObjectInI18nFormat && !res && hasDefaultValue) {'), ''],
  [blockFrom('      if (!this.isValidLookup(res) && hasDefaultValue) {'), ''],
  [/^ {6}const missingKeyNoValueFallbackToKey = .*?\n(?= {6}res = this\.extendTranslation)/ms, ''],
  [blockFrom('      if (usedKey && res === key && this.options.appendNamespaceToMissingKey) {'), ''],
  [/^ {2}static hasDefaultValue\(.*?\n {2}\}\n/ms, ''],
  [/^ {12}if \(needsContextHandling\) \{.*?\n {12}\}\n/ms, ''],
  [/^ {14}if \(opt\.ordinal && .*?\n {14}\}\n/ms, ''],
  [/^ {14}if \(needsZeroSuffixLookup\) \{.*?\n {14}\}\n/ms, ''],
  [/^ {6}const needs(ZeroSuffixLookup|ContextHandling) = .*\n/gm, ''],
  simpler(
    'extendTranslation(res, key, opt, resolved, lastKey)',
    'this.interpolator.interpolate(res, opt, this.language, opt)',
  ),
  [/^ {2}nest\(str, fc, .*?\n {2}\}\n/ms, ''],
  [/^ {4}this\.nesting\w+ = .*\n/gm, ''],
  [blockFrom('    if (prefixEscaped || suffixEscaped || '), ''],
  [/^const regexEscape = .*?(?=^const deepFind = )/ms, 'const regexEscape = text => text;\n'],
  [/^const deepFind = .*?(?=^const getCleanedCode)/ms, ''],
  [
    /^const deepFindWithDefaults = .*?(?=^class Interpolator)/ms,
    'const deepFindWithDefaults = (data, defaultData, key) => getPath(data, key);\n',
  ],
  [/(?<=safeValue: val => )\{\n {8}if \(!this\.escapeValue\) return val;.*?\n {6}\}(?=\n)/ms, 'val'],
  [/^ {4}this\.escape = .*\n/m, ''],
  [/^ {4}if \(!this\.escapeValue && typeof str === .*?\n {4}\}\n/ms, ''],
];

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
  ...onlyOneLanguage,
  ...onlyPlainTexts,
  [/^ {6}if \(l && this\.logger\.debug && .*?\n {6}\}\n/ms, ''],
  [/^ *if \(this\.logger\.debug && isString\(code\)\).*\n/m, ''],
  [/^(const (?!createInstance\b)(\w+) = instance\.\2;\n)+/gm, ''],
  [/^export \{.*\};\n?$/m, 'export { createInstance, instance as default };\n'],
  ...unusedMethods.map((name): Cut => [methodNamed(name), '']),
  ...longNames.map((name, index): Cut => [new RegExp(`\\b${name}\\b`, 'g'), `x${index}`]),
];

export const trimI18next = trimPlugin('i18next', /i18next\/dist\/esm\/i18next\.js$/, unusedOfI18next);
