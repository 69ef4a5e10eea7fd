import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashPassword, verifyPassword } from './password-hash.ts'

/** Time on the processor, of all threads: waiting for others does not count. */
async function effortOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < 5; count += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
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

    const real = await effortOf(() => verifyPassword(hash, 'wrong'))
    const none = await effortOf(() => verifyPassword(undefined, 'wrong'))

    assert.ok(none > real / 2 && none < real * 2, `${none} µs against ${real} µs`)
  })
})
