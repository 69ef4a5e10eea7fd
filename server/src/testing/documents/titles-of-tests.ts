/** A string literal as the first argument of `it` or `test`, or of what their `each` returns. */
const TITLE = /(?:\b(?:it|test)|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/g

const PLACEHOLDER = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** The titles of the tests in a file; `…` replaces what a template or `each` inserts. */
export function titlesOfTests(source: string): string[] {
  return [...source.matchAll(TITLE)].map(([, single, double, template]) =>
    (single ?? double ?? template?.replaceAll(PLACEHOLDER, '…') ?? '').replaceAll(/\\(['"`])/g, '$1'),
  )
}
