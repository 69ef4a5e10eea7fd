import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { forwardedAddress } from './mqtt-websockets.ts'
import { parseProxyHeader } from './proxy-header.ts'
import { binaryProxyHeader, textProxyHeader } from './testing/proxy-headers.ts'

const octets = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => bytes.join('.'))
const groups = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map((parts) => parts.map((part) => part.toString(16)).join(':'))
const address = fc.oneof(octets, groups)
const more = fc.uint8Array({ maxLength: 20 })

describe('the header of a proxy', () => {
  for (const [version, write] of [
    [1, textProxyHeader],
    [2, binaryProxyHeader],
  ] as const) {
    it(`of version ${version} has the address and an end, and is incomplete before`, () => {
      fc.assert(
        fc.property(address, more, fc.nat(), (from, behind, cut) => {
          const header = write(from)

          const whole = parseProxyHeader(Buffer.concat([header, behind]))
          const part = parseProxyHeader(header.subarray(0, cut % header.length))

          assert.deepEqual(whole, { kind: 'complete', bytes: header.length, address: from })
          assert.deepEqual(part, { kind: 'incomplete' })
        }),
      )
    })
  }

  it('has no address when the proxy speaks for itself', () => {
    const local = binaryProxyHeader('10.0.0.1', { command: 0 })

    assert.deepEqual(parseProxyHeader(local), { kind: 'complete', bytes: local.length, address: undefined })
    assert.deepEqual(parseProxyHeader(Buffer.from('PROXY UNKNOWN\r\n')), {
      kind: 'complete',
      bytes: 15,
      address: undefined,
    })
  })

  it('may have more behind its addresses', () => {
    const header = binaryProxyHeader('10.0.0.1', { appended: Buffer.alloc(300) })

    assert.deepEqual(parseProxyHeader(header), { kind: 'complete', bytes: header.length, address: '10.0.0.1' })
  })

  for (const [what, bytes] of [
    ['a CONNECT', Buffer.from('101000044d515454', 'hex')],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n')],
    ['an address that is none', Buffer.from('PROXY TCP4 somewhere 10.0.0.2 1 2\r\n')],
    ['an address of the other family', Buffer.from('PROXY TCP6 10.0.0.1 10.0.0.2 1 2\r\n')],
    ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
    ['another version', binaryProxyHeader('10.0.0.1', { version: 3 })],
    ['another command', binaryProxyHeader('10.0.0.1', { command: 2 })],
    ['too much behind its addresses', binaryProxyHeader('10.0.0.1', { appended: Buffer.alloc(5000) })],
  ] as const) {
    it(`is none when it is ${what}`, () => {
      assert.deepEqual(parseProxyHeader(bytes), { kind: 'invalid' })
    })
  }

  it('never is anything but read, incomplete or none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        assert.ok(['complete', 'incomplete', 'invalid'].includes(parseProxyHeader(Buffer.from(bytes)).kind))
      }),
    )
  })
})

describe('X-Forwarded-For', () => {
  it('has the address from which the nearest proxy was called', () => {
    assert.equal(forwardedAddress('10.0.0.9, 192.0.2.7'), '192.0.2.7')
    assert.equal(forwardedAddress(['10.0.0.9', '2001:db8::1']), '2001:db8::1')
    assert.equal(forwardedAddress('10.0.0.9, somewhere'), undefined)
    assert.equal(forwardedAddress(undefined), undefined)
  })
})
