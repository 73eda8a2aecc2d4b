import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const textOf = ({ moduleId }: TestSpecification) => readFileSync(moduleId, 'utf8');
/** Whether a file of a project without a page asks for one. */
const asksForPage = (file: TestSpecification) => textOf(file).startsWith('// @vitest-environment');
/** Whether a file repeats its tests (`long.ts`): such files take longest. */
const repeats = (file: TestSpecification) => /\brounds\(/.test(textOf(file));

/**
 * Runs the files that ask for a page after the others of their project: a process serves only one environment, and ends where the next file
 * needs another one. Files that take longest begin, so that no core waits for them at the end.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap(own => {
      const ofProject = sorted.filter(({ project }) => project === own);
      const withoutPage = ofProject.filter(file => !asksForPage(file));
      return [
        ...withoutPage.filter(repeats),
        ...withoutPage.filter(file => !repeats(file)),
        ...ofProject.filter(asksForPage),
      ];
    });
  }
}
