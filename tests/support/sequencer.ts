import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whether a file of a project without a page asks for one. */
const asksForPage = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');

/**
 * Runs the files that ask for a page after the others of their project: a process serves only one environment, and ends where the next file
 * needs another one.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap(own => {
      const ofProject = sorted.filter(({ project }) => project === own);
      return [...ofProject.filter(file => !asksForPage(file)), ...ofProject.filter(asksForPage)];
    });
  }
}
