import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CodecSandbox, type CodecResult, createCodecSandbox } from './codec-sandbox.ts'

const BYTES = Uint8Array.from([0x01, 0x09, 0xc4])

describe('codecs of vendors', () => {
  let sandbox: CodecSandbox
  before(() => {
    sandbox = createCodecSandbox()
  })
  after(() => sandbox.close())

  const decode = (code: string, bytes: Uint8Array = BYTES): Promise<CodecResult> =>
    sandbox.decode({ code, bytes, port: 2, receivedAt: Date.parse('2026-03-01T12:00:00Z') })

  it('decode by each form in which vendors write them', async () => {
    const temperature = 'temperature: ((bytes[1] << 8) | bytes[2]) / 100'
    const codes = [
      `function decodeUplink(input) { var bytes = input.bytes; return { data: { port: input.fPort, ${temperature} } } }`,
      `const decodeUplink = ({ bytes, fPort }) => ({ data: { port: fPort, ${temperature} } })`,
      `module.exports = { decodeUplink: ({ bytes, fPort }) => ({ data: { port: fPort, ${temperature} } }) }`,
      `exports.decodeUplink = ({ bytes, fPort }) => ({ data: { port: fPort, ${temperature} } })`,
      `function Decode(fPort, bytes, variables) { return { port: fPort, ${temperature} } }`,
      `function Decoder(bytes, port) { return { port: port, ${temperature} } }`,
    ]
    for (const code of codes)
      assert.deepEqual(await decode(code), { data: { port: 2, temperature: 25 }, warnings: [] }, code)
  })

  it('get the time as a Date, and hand over their warnings', async () => {
    const code = `function decodeUplink({ recvTime }) { return { data: { year: recvTime.getUTCFullYear() }, warnings: ['low battery'] } }`
    assert.deepEqual(await decode(code), { data: { year: 2026 }, warnings: ['low battery'] })
  })

  it('end with a reason when they are wrong or hostile, and leave nothing behind', async () => {
    const loop = 'function decodeUplink() { for (;;) {} }'
    const rows: readonly [code: string, problem: RegExp][] = [
      [loop, /codec\.long/],
      ['for (;;) {}', /codec\.long/],
      ['function decodeUplink() { return /^(a+)+$/.test("a".repeat(40) + "b") }', /codec\.long|no object/],
      ['function decodeUplink() { const all = []; for (;;) all.push(new Array(1e6).fill(1)) }', /memory|codec\.long/],
      ['function decodeUplink() { return { data: { text: "x".repeat(1e6) } } }', /64 KiB/],
      ['function decodeUplink() { return decodeUplink() }', /stack|codec\.long/i],
      ['function decodeUplink() { throw new Error("bad port") }', /^bad port$/],
      ['function decodeUplink() { throw { get message() { for (;;) {} } } }', /failed|codec\.long/],
      ['function decodeUplink() { throw null }', /failed/],
      ['function decodeUplink() { return { errors: ["unknown port", 5] } }', /^unknown port; 5$/],
      ['function decodeUplink() { return null }', /no data/],
      ['function decodeUplink() { return { data: [1] } }', /no data/],
      ['function decodeUplink() { const a = {}; a.a = a; return { data: a } }', /circular/],
      ['JSON.stringify = () => 5; function decodeUplink() { return { data: {} } }', /nothing that is JSON/],
      ['JSON.stringify = () => "{"; function decodeUplink() { return { data: {} } }', /no object/],
      ['function decodeUplink() { return { data: { v: process.env } } }', /process/],
      ['function decodeUplink() { return { data: { v: require("fs") } } }', /require/],
      [
        'function decodeUplink() { return { data: { v: globalThis.constructor.constructor("return process")() } } }',
        /process/,
      ],
      ['import fs from "node:fs"', /./],
      ['let x = ', /./],
      ['', /no function/],
    ]
    for (const [code, problem] of rows) {
      const result = await decode(code)
      assert('problem' in result, `${code}: ${JSON.stringify(result)}`)
      assert.match(result.problem, problem, code)
    }
    await decode('Object.prototype.polluted = 1; globalThis.left = 1; function decodeUplink() { return { data: {} } }')
    const looks = 'function decodeUplink() { return { data: { left: typeof left, polluted: typeof ({}).polluted } } }'
    assert.deepEqual(await decode(looks), { data: { left: 'undefined', polluted: 'undefined' }, warnings: [] })
  })

  it('decode hundreds of messages that come at once', async () => {
    const code = 'function decodeUplink({ bytes }) { return { data: { first: bytes[0] } } }'
    const results = await Promise.all(Array.from({ length: 300 }, () => decode(code)))
    assert.deepEqual(
      results.filter((result) => 'problem' in result),
      [],
    )
  })

  it('cannot change the prototypes of the portal by what they return', async () => {
    const code = `function decodeUplink() { return JSON.parse('{"data":{"__proto__":{"polluted":1},"constructor":2}}') }`
    const result = await decode(code)
    assert('data' in result)
    assert.equal(Reflect.get({}, 'polluted'), undefined)
    assert.deepEqual(Object.keys(result.data), ['__proto__', 'constructor'])
  })
})
