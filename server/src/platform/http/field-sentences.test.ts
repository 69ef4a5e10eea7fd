import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import '@fieldwatch/contract/text/sentences'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'

function messageOf(shape: z.ZodType, value: unknown): string | undefined {
  const message = shape.safeParse(value).error?.issues[0]?.message
  return message === undefined ? undefined : sentencesIn('en')(message)
}

const Item = z.strictObject({
  firstName: z.string().max(80).optional(),
  dataID: z.string().min(2).optional(),
  entities: z.array(z.string()).min(1).max(2).optional(),
  days: z.int().min(1).max(30).optional(),
  role: z.enum(['admin', 'viewer']).optional(),
  userUID: z.union([z.string().max(3), z.array(z.string()).max(1)]).optional(),
  active: z.boolean().optional(),
  scheduleID: z.number().optional(),
  lastSessionUTC: z.iso.datetime().optional(),
  nested: z.record(z.string().regex(/^a/), z.number()).optional(),
})

describe('the sentence for a value that is not valid', () => {
  for (const [value, sentence] of [
    [{ firstName: 'x'.repeat(81) }, 'First name can have 80 characters at most.'],
    [{ firstName: 5 }, 'First name must be a text.'],
    [{ firstName: null }, 'First name must be a text.'],
    [{ dataID: 'x' }, 'DataID must have 2 characters at least.'],
    [{ entities: [] }, 'Entities must have 1 entry at least.'],
    [{ entities: ['a', 'b', 'c'] }, 'Entities can have 2 entries at most.'],
    [{ entities: ['a', 7] }, 'Entities must be a text.'],
    [{ days: 1.5 }, 'Days must be a whole number.'],
    [{ days: 31 }, 'Days can be 30 at most.'],
    [{ days: 0 }, 'Days must be 1 at least.'],
    [{ days: Number.NaN }, 'Days must be a number.'],
    [{ role: 'owner' }, 'Role must be admin or viewer.'],
    [{ userUID: 4 }, 'User must be a text or a list.'],
    [{ userUID: 'abcd' }, 'User can have 3 characters at most.'],
    [{ userUID: ['a', 'b'] }, 'User can have 1 entry at most.'],
    [{ scheduleID: 'x' }, 'Schedule ID must be a number.'],
    [{ active: 'yes' }, 'Active must be true or false.'],
    [{ lastSessionUTC: 'today' }, 'Last session is not a time like 2026-11-21T08:00:00Z.'],
    [{ phone: '1' }, 'Unknown field: phone.'],
    [{ phone: '1', colour: 2, size: 3 }, 'Unknown fields: phone, colour, and size.'],
    [{ nested: { b: 1 } }, 'B has the wrong format.'],
    [undefined, 'What was sent is missing.'],
    ['text', 'What was sent must be an object.'],
  ] as const) {
    it(`of ${JSON.stringify(value)?.slice(0, 60) ?? 'nothing'} is: ${sentence}`, () => {
      assert.equal(messageOf(Item, value), sentence)
    })
  }

  it('names only the beginning of what was sent', () => {
    const message = messageOf(
      Item,
      Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`${n}`.padStart(900), 1])),
    )

    assert.ok(message !== undefined && message.length < 1400)
    assert.match(message, /980 others\.$/)
  })

  it('is written in the language of its reader, with what the field is called there', () => {
    const [issue] = Item.safeParse({ firstName: 'x'.repeat(81) }).error?.issues ?? []

    assert.equal(sentencesIn('de')(issue?.message ?? ''), 'Vorname: höchstens 80 Zeichen.')
    assert.equal(sentencesIn('fr')('fields.enter-name'), 'Saisissez un nom.')
  })
})
