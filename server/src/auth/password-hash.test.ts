import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashPassword, verifyPassword } from './password-hash.ts'

async function fastestOf(times: number, work: () => Promise<unknown>): Promise<number> {
  let fastest = Infinity
  for (let count = 0; count < times; count += 1) {
    const start = performance.now()
    await work()
    fastest = Math.min(fastest, performance.now() - start)
  }
  return fastest
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

  it('takes as long to look at when there is none', async () => {
    const hash = await hashPassword('three blue herons')

    const real = await fastestOf(5, () => verifyPassword(hash, 'wrong'))
    const none = await fastestOf(5, () => verifyPassword(undefined, 'wrong'))

    assert.ok(none > real / 2 && none < real * 2, `${none} ms against ${real} ms`)
  })
})
