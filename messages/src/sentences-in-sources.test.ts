import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { texts } from './fields/en.ts'
import { createSentenceIndex } from './write-sentences.ts'

const CONTRACT = join(import.meta.dirname, '../../contract/src')

/** A text in quotation marks that reads as a sentence, without variables. */
const SENTENCES = /(?<=')[A-Z][^'\n]* [^'\n]*\.(?=')/g
const COMMENTS = /\/\*[^]*?\*\/|\/\/[^\n]*/g

/** Sentences that only the server shows, in texts of its own, or that say what depends on what. */
const ELSEWHERE = /^(units\/dependants|units\/template-difference|templates\/template-difference)/

it('every sentence of a schema of the contract is in the catalogue, word for word', () => {
  const idOf = createSentenceIndex(texts)
  const unknown = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !ELSEWHERE.test(file))
    .flatMap((file) => readFileSync(join(CONTRACT, file), 'utf8').replaceAll(COMMENTS, '').match(SENTENCES) ?? [])
    .filter((text) => idOf(text) === undefined)
  assert.deepEqual(unknown, [])
})
