/** A test of a file, with the statements of the specification that its tags name: `// spec 1-4-07, 1-4-09` above it. */
export interface TaggedTest {
  /** `…` replaces what a template or `each` inserts. */
  readonly title: string
  readonly statements: readonly string[]
}

/** A tag, or a string literal as the first argument of `it` or `test`, or of what their `each` returns. */
const TAG_OR_TITLE =
  /^ *\/\/ spec (?<tag>.+)$|(?:\b(?:it|test)|\))\(\s*(?:'(?<single>(?:[^'\\\n]|\\.)*)'|"(?<double>(?:[^"\\\n]|\\.)*)"|`(?<template>(?:[^`\\]|\\.)*)`)\s*,/gm

const PLACEHOLDER = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** The tests in a file, in their order. A tag belongs to the next test below it. */
export function taggedTests(source: string): TaggedTest[] {
  const tests: TaggedTest[] = []
  let tags: string[] = []
  for (const { groups: { tag, single, double, template } = {} } of source.matchAll(TAG_OR_TITLE)) {
    if (tag !== undefined) {
      tags.push(...tag.split(', '))
      continue
    }
    const title = single ?? double ?? template?.replaceAll(PLACEHOLDER, '…') ?? ''
    tests.push({ title: title.replaceAll(/\\(['"`])/g, '$1'), statements: tags })
    tags = []
  }
  return tests
}
