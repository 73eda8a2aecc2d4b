import type { Reporter, TestCase } from 'vitest/node';

/**
 * A test that fails is tried once more in continuous integration, where a neighbour may take the processor for seconds. Elsewhere a failure is
 * a failure at once.
 */
export const secondTries = process.env.CI === 'true' ? 1 : 0;

/** Names the tests that passed only at the second try at the end of the log, so that a shaky one is seen and mended. */
export default class SecondTries implements Reporter {
  private readonly names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true)
      this.names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.names) console.log(`Passed only at the second try: ${name}`);
  }
}
