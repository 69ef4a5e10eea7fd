import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CONFORMANCE_PAGE, describeConformance, statementsOf, testsOfStatements } from './describe-conformance.ts'
import { readDocument } from './document-tables.ts'

const page = readDocument(CONFORMANCE_PAGE)
const statements = statementsOf(page)
const tests = testsOfStatements()

const wordsOf = (text: string): string => text.replaceAll(/[\s|:-]+/g, ' ').trim()

describe('the conformance page', () => {
  it('has a row for each statement, with an id of its own', () => {
    assert.ok(statements.length > 700, `${statements.length} rows`)
    assert.equal(new Set(statements).size, statements.length)
  })

  it('is what the tags at tests say', () => {
    assert.equal(wordsOf(page), wordsOf(describeConformance(page, tests)), 'npm run conformance')
  })

  it('has a test for every statement', () => {
    assert.deepEqual(
      statements.filter((id) => !tests.has(id)),
      [],
    )
  })

  it('has every statement that a tag names', () => {
    assert.deepEqual(
      [...tests.keys()].filter((id) => !statements.includes(id)),
      [],
    )
  })
})
