/** A string as source code has it, first in a call of `it` or `test`, or in the call of what `each` made. */
const TITLE = /(?:\b(?:it|test)|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/g

const PLACEHOLDER = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** The titles of the tests in a file of tests. `…` stands for what is put in as the test is made. */
export function titlesOfTests(source: string): string[] {
  return [...source.matchAll(TITLE)].map(([, single, double, template]) =>
    (single ?? double ?? template?.replaceAll(PLACEHOLDER, '…') ?? '').replaceAll(/\\(['"`])/g, '$1'),
  )
}
