import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createConsequenceRows } from '#features/consequences/consequence-rows.ts'
import { describeConsequences } from './describe-consequences.ts'
import { readDocument } from './document-tables.ts'
import { UNUSED_PARTS } from './unused-parts.ts'

const wordsOf = (text: string): string => text.replaceAll(/[\s|:-]+/g, ' ')

it('the page of consequences says what the declarations say', () => {
  const written = describeConsequences(createConsequenceRows(UNUSED_PARTS))

  assert.equal(wordsOf(readDocument('docs/reference/consequences.md')), wordsOf(written))
})
