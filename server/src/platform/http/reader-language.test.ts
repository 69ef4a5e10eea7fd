import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sentence } from '@fieldwatch/contract/text/sentence'
import { texts as answers } from '@fieldwatch/messages/answers/en'
import { texts as fields } from '@fieldwatch/messages/fields/en'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { writeAll } from './reader-language.ts'

const french = { headers: { 'accept-language': 'fr' } }

describe('the answer to a reader', () => {
  it('has its sentences in their language, also those by the headings of a file', () => {
    const text = sentence('fields.missing', { field: 'fields.name.dataID' })
    const answer = { reason: text, lines: [{ odd: { name: text }, note: `${text}\n${text}` }] }
    const written = sentencesIn('fr')(text)
    assert.match(written, /^DataID\s: valeur manquante\.$/)
    assert.deepEqual(writeAll(french, answer), {
      reason: written,
      lines: [{ odd: { name: written }, note: `${written} ${written}` }],
    })
  })

  it('keeps the names of things, whichever text of the portal they are named like', () => {
    for (const name of Object.entries({ ...answers, ...fields }).flat()) {
      const answer = {
        name,
        title: name,
        people: [{ firstName: name }],
        units: [name],
        stopped: { by: name },
      }
      assert.deepEqual(writeAll(french, answer), answer)
    }
  })
})
