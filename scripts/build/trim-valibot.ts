import { type Cut, trimPlugin } from './trim.ts';

/*
 * valibot says in English what is wrong with a value, and implements an interface for other libraries. The forms say it with their own
 * words, by the kind of the problem and its limit.
 */
export const unusedOfValibot: readonly Cut[] = [
  [/^\t+(reference|expects|expected|message): .*,\n/gm, ''],
  [/^\t+async: false,\n/gm, ''],
  [/(_addIssue\(this, [^,]+, dataset, config\$1), \{ received: .*\}\);$/gm, '$1);'],
  [/_addIssue\(this, [^,]+, dataset, config\$1/g, '_addIssue(this, dataset'],
  [
    /^function _addIssue\(.*?\n\}\n/ms,
    `function _addIssue({ kind, type, requirement }, dataset, other) {
	const issue = { kind, type, requirement, input: dataset.value, ...other };
	if (kind === "schema") dataset.typed = false;
	if (dataset.issues) dataset.issues.push(issue);
	else dataset.issues = [issue];
}
`,
  ],
  [/^function _standardSchema\(.*?\n\}\n/ms, 'function _standardSchema(schema) { return schema; }\n'],
  [/^function getGlobalConfig\(.*?\n\}\n/ms, 'function getGlobalConfig(config) { return config ?? {}; }\n'],
  // What a schema has in place of a bad value, defaults that are functions, and the problems of each member of a union.
  [/^(\t+\} )else if \(valueSchema\.fallback !== void 0\) .*\n\t+(?=else if)/gm, '$1'],
  [/^function getDefault\(.*?\n\}\n/ms, 'function getDefault(schema) { return schema.default; }\n'],
  [/, \{ issues: .*_subIssues\(\w+\) \}/g, ''],
  // Variants within variants.
  [/^\t+if \(schema\.type === "variant"\) parseOptions\(.*\n(\t+)else \{/gm, '$1{'],
  [/^(\t+)if \(invalidDiscriminatorKey !== currentKey && .*?\n\1\}\n/gms, ''],
  [/^\t+(let )?(currentPriority|maxDiscriminatorPriority)\b.*\n/gm, ''],
  [/^\t+if \(\w+ === currentKey\) expectedDiscriminators\.push\(.*\);\n/gm, ''],
];

export const trimValibot = trimPlugin('valibot', /valibot\/dist\/index\.mjs$/, unusedOfValibot);
