import '@fieldwatch/contract/text/sentences'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { compileCheck } from './check-shape.ts'

function check(schema: z.ZodType, input: unknown): { value?: unknown; error?: unknown } {
  return compileCheck({ schema, method: 'POST', url: '/' })(input) as { value?: unknown; error?: unknown }
}

describe('the check of a request', () => {
  it('returns what the schema makes of the input', () => {
    assert.deepEqual(check(z.object({ name: z.string().trim(), days: z.number().default(7) }), { name: ' North ' }), {
      value: { name: 'North', days: 7 },
    })
  })

  it('names each bad field, and begins with the first', () => {
    const { error } = check(z.object({ name: z.string(), days: z.number().max(30, 'At most 30 days.') }), { days: 31 })

    assert.ok(isDomainError(error))
    assert.equal(error.code, 'request/invalid')
    assert.equal(error.message, 'Name is missing.')
    assert.deepEqual(error.details, {
      fields: { name: 'fields.missing{"field":"fields.name.name"}', days: 'At most 30 days.' },
    })
  })

  it('writes sentences for the first hundred of many bad values only', () => {
    let sentences = 0
    const name = z.string().min(1, { error: () => `Name ${(sentences += 1)} is empty.` })

    const { error } = check(z.object({ names: z.array(name) }), { names: Array.from({ length: 10_000 }, () => '') })

    assert.ok(isDomainError(error))
    assert.equal(Object.keys(error.details?.fields ?? {}).length, 100)
    assert.equal(error.message, 'Name 1 is empty.')
    assert.equal(sentences, 100)
  })
})
