import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ALL_EXTENSIONS } from '#extension-settings.ts'
import { createCoreRows } from '#features/consequences/consequence-rows.ts'
import { describeAddedRows, describeConsequences } from './describe-consequences.ts'
import { readDocument, sectionOf } from './document-tables.ts'
import { UNUSED_PARTS } from './unused-parts.ts'

const wordsOf = (text: string): string => text.replaceAll(/[\s|:-]+/g, ' ').trim()

it('the page of consequences says what the declarations say', () => {
  const written = describeConsequences(createCoreRows(UNUSED_PARTS))

  assert.equal(wordsOf(readDocument('docs/reference/consequences.md')), wordsOf(written))
})

it('the pages of extensions say what happens to the things that they keep', () => {
  for (const { name, consequences } of ALL_EXTENSIONS) {
    if (consequences === undefined) continue
    const section = sectionOf(readDocument(`extensions/${name}/docs/${name}.md`), 'Consequences')

    assert.equal(wordsOf(section), wordsOf(describeAddedRows(consequences(UNUSED_PARTS))), name)
  }
})
