import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENDPOINTS } from '#endpoints.ts'
import { Sentence, sentence } from '@fieldwatch/contract/text/sentence'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { z } from 'zod'
import { writerFor } from './reader-language.ts'

const french = sentencesIn('fr')
const text = sentence('fields.missing', { field: 'fields.name.dataID' })
const written = french(text)

const Reply = z.object({
  details: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), name: z.string(), reason: Sentence.nullable() }),
        z.object({ kind: z.literal('b'), odd: z.record(z.string(), Sentence), parts: z.array(Sentence).optional() }),
      ]),
    )
    .readonly(),
})

describe('the answer to a reader', () => {
  it('has the sentences of its schema in their language, and everything else as it is', () => {
    assert.match(written, /^DataID\s: valeur manquante\.$/)
    const write = writerFor(Reply)
    assert.deepEqual(
      write?.(
        {
          details: [
            { kind: 'a', name: text, reason: text },
            { kind: 'a', name: text, reason: null },
            { kind: 'b', odd: { [text]: text }, parts: [text, 'Other'] },
            { kind: 'b', odd: {} },
          ],
        },
        french,
      ),
      {
        details: [
          { kind: 'a', name: text, reason: written },
          { kind: 'a', name: text, reason: null },
          { kind: 'b', odd: { [text]: written }, parts: [written, 'Other'] },
          { kind: 'b', odd: {} },
        ],
      },
    )
  })

  it('has each line of a text that has several, where they are sentences', () => {
    const write = writerFor(Sentence)

    assert.equal(write?.(`${text}\n${text}`, french), `${written} ${written}`)
    assert.equal(write?.('One\nTwo', french), 'One\nTwo')
  })

  it('is not looked through where its schema has no sentence', () => {
    assert.equal(writerFor(z.object({ name: z.string(), list: z.array(z.object({ reason: z.string() })) })), undefined)
    assert.equal(writerFor(z.unknown()), undefined)
  })

  it('has sentences at many endpoints', () => {
    const having = ENDPOINTS.filter(
      ({ reply }) => reply instanceof z.ZodObject && writerFor(reply.shape['details']) !== undefined,
    )

    assert.ok(having.length > 20, `${having.length}`)
  })
})
