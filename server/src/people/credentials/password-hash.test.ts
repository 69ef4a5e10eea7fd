import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { describe, it } from 'node:test'
import { parseOptions } from '@node-rs/argon2'
import { hashPassword, NOBODYS_HASH, verifyPassword } from './password-hash.ts'

/** The kinds of what a call begins before it first yields: a task on another thread is among them. */
async function begunBy(work: () => Promise<unknown>): Promise<string[]> {
  const begun: string[] = []
  const hook = createHook({ init: (_id, kind) => begun.push(kind) }).enable()
  const done = work()
  hook.disable()
  await done
  return begun
}

describe('a password hash', () => {
  it('is argon2id with 19 MiB and two passes, salted', async () => {
    const [one, other] = await Promise.all([hashPassword('three blue herons'), hashPassword('three blue herons')])

    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.notEqual(one, other)
  })

  it('fits its password and no other, to the last letter', async () => {
    const long = 'x'.repeat(199)
    const hash = await hashPassword(`${long}a`)

    assert.equal(await verifyPassword(hash, `${long}a`), true)
    assert.equal(await verifyPassword(hash, `${long}b`), false)
    assert.equal(await verifyPassword(undefined, `${long}a`), false)
  })

  it('is as much effort to look at when there is none', async () => {
    const hash = await hashPassword('three blue herons')

    const real = await begunBy(() => verifyPassword(hash, 'wrong'))
    const none = await begunBy(() => verifyPassword(undefined, 'wrong'))

    assert.ok(real.length > (await begunBy(() => Promise.resolve())).length)
    assert.deepEqual(none, real)
    assert.deepEqual(parseOptions(NOBODYS_HASH), parseOptions(hash))
  })
})
