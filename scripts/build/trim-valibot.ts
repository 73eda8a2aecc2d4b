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
  [/^\t+if \(\w+ === currentKey\) expectedDiscriminators\.push\(.*\);\n/gm, ''],
];

export const trimValibot = trimPlugin('valibot', /valibot\/dist\/index\.mjs$/, unusedOfValibot);
