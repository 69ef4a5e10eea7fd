import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { EntityId } from '@fieldwatch/contract/api/ids'
import { LONGEST_CODEC } from '../../contract/template-codec.ts'
import { createFakeClock, TEST_START } from '@fieldwatch/server/testing/fake-clock'
import { createRecordedLog } from '@fieldwatch/server/testing/recorded-log'
import { type CodecSandbox, type CodecResult, createCodecSandbox } from './codec-sandbox.ts'

const BYTES = Uint8Array.from([0x01, 0x09, 0xc4])

const INPUT = { bytes: BYTES, port: 2, receivedAt: TEST_START }
/** One function of the language that runs for hours: the interpreter does not look at the time within it. */
const STUCK = 'function decodeUplink() { return { data: { v: [].includes.call({ length: 2 ** 53 - 1 }, 1) } } }'
const SOUND = 'function decodeUplink({ bytes }) { return { data: { first: bytes[0] } } }'
const FIRST = { data: { first: 1 }, warnings: [] }

let entities = 0
/** A codec of an entity of its own, so that none rests for what another did. */
function codecOf(code: string) {
  entities += 1
  return { code, owner: `template ${entities}`, entity: EntityId.parse(`entity-${entities}`) }
}

describe('codecs of vendors', () => {
  let sandbox: CodecSandbox
  const clock = createFakeClock()
  const { log, lines } = createRecordedLog()
  const told: string[] = []
  before(() => {
    sandbox = createCodecSandbox({ clock, log, onRest: async ({ owner }) => void told.push(owner) })
  })
  after(() => sandbox.close())

  const decode = (code: string, bytes: Uint8Array = BYTES): Promise<CodecResult> =>
    sandbox.decode(codecOf(code), { ...INPUT, bytes })

  it('decode by each form in which vendors write them', async () => {
    const temperature = 'temperature: ((bytes[1] << 8) | bytes[2]) / 100'
    const codes = [
      `function decodeUplink(input) { var bytes = input.bytes; return { data: { port: input.fPort, ${temperature} } } }`,
      `const decodeUplink = ({ bytes, fPort }) => ({ data: { port: fPort, ${temperature} } })`,
      `module.exports = { decodeUplink: ({ bytes, fPort }) => ({ data: { port: fPort, ${temperature} } }) }`,
      `exports.decodeUplink = ({ bytes, fPort }) => ({ data: { port: fPort, ${temperature} } })`,
      `function Decode(fPort, bytes, variables) { return { port: fPort, ${temperature} } }`,
      `function Decoder(bytes, port) { return { port: port, ${temperature} } }`,
      `var driver; (() => { driver = { decodeUplink: ({ bytes, fPort }) => ({ data: { port: fPort, ${temperature} } }) } })()`,
      `const driver = { default: { Decoder: (bytes, port) => ({ port, ${temperature} }) } }`,
      `!function (root, make) { typeof module == 'object' ? (module.exports = make()) : (root.codec = make()) }(this, function () {
        return { driver: { decodeUplink: function ({ bytes, fPort }) { return { data: { port: fPort, ${temperature} } } } } }
      })`,
      `const exports = 1, Buffer = 2, console = 3; let module
       function decodeUplink({ bytes, fPort }) { return { data: { port: fPort, ${temperature} } } }`,
    ]
    for (const code of codes)
      assert.deepEqual(await decode(code), { data: { port: 2, temperature: 25 }, warnings: [] }, code)
  })

  it('get the time as a Date, and hand over their warnings', async () => {
    const code = `function decodeUplink({ recvTime }) { return { data: { year: recvTime.getUTCFullYear() }, warnings: ['low battery'] } }`
    assert.deepEqual(await decode(code), { data: { year: 2026 }, warnings: ['low battery'] })
  })

  it('find what Node and network servers have besides the language', async () => {
    const rows: readonly [expression: string, value: unknown][] = [
      ['console.log("x", console.error({})) === undefined && input.variables.offset === undefined', true],
      ['Buffer.from(input.bytes).readInt16BE(1)', 0x09c4],
      ['Buffer.from([255, 255, 254]).readIntBE(0, 3)', -2],
      ['Buffer.from("0109C4zz", "hex").toString("base64")', 'AQnE'],
      ['Buffer.from("AQnE", "base64").toString("hex")', '0109c4'],
      ['Buffer.from("21 °C €😀").toString() + Buffer.from([0xff, 0x41]).toString("utf8")', '21 °C €😀\ufffdA'],
      ['Buffer.concat([Buffer.alloc(1, 7), Buffer.from([8])]).toJSON().data.join()', '7,8'],
      [
        '(() => { const b = Buffer.alloc(6); b.writeUInt16LE(513); b.writeFloatBE(1.5, 2); return b.toString("hex") })()',
        '01023fc00000',
      ],
      ['(() => { const b = Buffer.from([1, 2, 3]); b.slice(1)[0] = 9; return b[1] + b.readUint8(2) })()', 12],
      ['Buffer.from([1, 2]).equals(Buffer.from([1, 2])) && Buffer.isBuffer(Buffer.from([1]).subarray(0))', true],
      ['btoa("abc") + atob("YWJj")', 'YWJjabc'],
      ['(1234567.891).toLocaleString()', '1,234,567.891'],
      ['(1234.5).toLocaleString("de-DE", { minimumFractionDigits: 2 })', '1.234,50'],
      ['new Date(0).toLocaleString()', '1/1/1970, 12:00:00 AM'],
      ['new Date(0).toLocaleDateString("en-GB", { timeZone: "Asia/Tokyo" })', '01/01/1970'],
      ['new Date(2020, 5, 1).toISOString() + new Date(0).getTimezoneOffset()', '2020-06-01T00:00:00.000Z0'],
    ]
    for (const [expression, value] of rows) {
      const result = await decode(`function decodeUplink(input) { return { data: { value: ${expression} } } }`)
      assert.deepEqual(result, { data: { value }, warnings: [] }, expression)
    }
  })

  it('encode by each form in which vendors write them, with what Node has', async () => {
    const codes = [
      'function encodeDownlink({ data }) { return { bytes: Buffer.from([data.level]), fPort: 9 } }',
      'module.exports = { encodeDownlink: ({ data }) => ({ bytes: [data.level], fPort: 9 }) }',
      'var driver = { encodeDownlink: ({ data }) => ({ bytes: Uint8Array.of(data.level), fPort: 9 }) }',
    ]
    for (const code of codes)
      assert.deepEqual(
        await sandbox.encode(codecOf(code), { data: { level: 5 }, port: 1 }),
        { bytes: [5], port: 9 },
        code,
      )
  })

  it('may have half a million characters', async () => {
    const table = Array.from(
      { length: 6_000 },
      (_, index) => `{ id: ${index}, name: 'parameter ${index}', factor: 0.1 }`,
    )
    const code = `var all = [${table.join(',')}]; function decodeUplink({ bytes }) { return { data: { name: all[bytes[0]].name } } }`
    assert.deepEqual(await decode(code.padEnd(LONGEST_CODEC)), { data: { name: 'parameter 1' }, warnings: [] })
  })

  it('end with a reason when they are wrong or hostile, and leave nothing behind', async () => {
    const loop = 'function decodeUplink() { for (;;) {} }'
    const rows: readonly [code: string, problem: RegExp][] = [
      [loop, /codec\.long/],
      [STUCK, /codec\.late/],
      [STUCK.replace('[].includes', '[].fill'), /codec\.late|memory|codec\.long/],
      ['function decodeUplink() { return { data: { v: (1).toLocaleString("x".repeat(1e5)) } } }', /too long/],
      ['for (;;) {}', /codec\.long/],
      ['function decodeUplink() { return /^(a+)+$/.test("a".repeat(40) + "b") }', /codec\.long|codec\.no-object/],
      ['function decodeUplink() { const all = []; for (;;) all.push(new Array(1e6).fill(1)) }', /memory|codec\.long/],
      ['function decodeUplink() { return { data: { text: "x".repeat(1e6) } } }', /codec\.no-json/],
      ['function decodeUplink() { return decodeUplink() }', /stack|codec\.long/i],
      ['function decodeUplink() { throw new Error("bad port") }', /^bad port$/],
      ['function decodeUplink() { throw { get message() { for (;;) {} } } }', /codec\.failed|codec\.long/],
      ['function decodeUplink() { throw null }', /codec\.failed/],
      ['function decodeUplink() { return { errors: ["unknown port", 5] } }', /^unknown port; 5$/],
      ['function decodeUplink() { return null }', /codec\.no-data/],
      ['function decodeUplink() { return { data: [1] } }', /codec\.no-data/],
      ['function decodeUplink() { const a = {}; a.a = a; return { data: a } }', /circular/],
      ['JSON.stringify = () => 5; function decodeUplink() { return { data: {} } }', /codec\.no-json/],
      ['JSON.stringify = () => "{"; function decodeUplink() { return { data: {} } }', /codec\.no-object/],
      ['function decodeUplink() { return { data: { v: process.env } } }', /process/],
      ['function decodeUplink() { return { data: { v: require("fs") } } }', /require/],
      [
        'function decodeUplink() { return { data: { v: globalThis.constructor.constructor("return process")() } } }',
        /process/,
      ],
      ['import fs from "node:fs"', /./],
      ['let x = ', /./],
      ['', /codec\.function/],
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

  it('are ended from outside within a fifth of a second, and the next one begins at once', async () => {
    await decode(SOUND)
    const begun = performance.now()
    const used = process.cpuUsage()
    const [stuck, sound] = await Promise.all([decode(STUCK), decode(SOUND)])

    assert('problem' in stuck)
    assert.deepEqual(sound, FIRST)
    // Of the processor, as it does not depend on what else the machine does: 150 ms, and a new thread.
    const { user, system } = process.cpuUsage(used)
    assert((user + system) / 1000 < 2_000, `${(user + system) / 1000} ms of ${performance.now() - begun} ms`)
  })

  it('rest for a minute after they used up their time twice, unless they change, and those of others do not', async () => {
    const bad = codecOf(STUCK)
    const neighbour = { ...codecOf(SOUND), entity: bad.entity }
    const first = [await sandbox.decode(bad, INPUT), await sandbox.decode(bad, INPUT)]
    const resting = await sandbox.decode(bad, INPUT)

    assert.deepEqual(
      first,
      Array.from({ length: 2 }, () => ({ problem: 'answers.door.codec.late' })),
    )
    assert.deepEqual(resting, { problem: 'answers.door.codec.rests', isPassing: true })
    assert.deepEqual(await sandbox.decode(neighbour, INPUT), FIRST)
    assert.deepEqual(await sandbox.decode({ ...bad, code: SOUND }, INPUT), FIRST)
    assert.equal(lines.at(-1)?.['owner'], bad.owner)
    assert.deepEqual(told, [bad.owner])
    clock.advance(60_000)
    assert.deepEqual(await sandbox.decode(bad, INPUT), { problem: 'answers.door.codec.late' })
  })

  it('rest all, of an entity whose codecs used up their time ten times within a minute', async () => {
    const { entity } = codecOf(SOUND)
    const passing: boolean[] = []
    for (let index = 0; index < 12; index += 1) {
      const codec = { code: 'for (;;) {}', owner: `template of many ${index}`, entity }
      passing.push('isPassing' in (await sandbox.decode(codec, INPUT)))
    }

    assert.deepEqual(passing, [...Array.from({ length: 10 }, () => false), true, true])
    assert.deepEqual(await sandbox.decode(codecOf(SOUND), INPUT), FIRST)
    clock.advance(60_000)
    assert.deepEqual(await sandbox.decode({ ...codecOf(SOUND), entity }, INPUT), FIRST)
  })

  it('of an entity with many messages do not hold up one of another', async () => {
    const crowd = codecOf(SOUND)
    const order: string[] = []
    const many = Array.from({ length: 200 }, () => sandbox.decode(crowd, INPUT).then(() => order.push('crowd')))
    const one = sandbox.decode(codecOf(SOUND), INPUT).then(() => order.push('one'))

    await Promise.all([...many, one])
    assert(order.indexOf('one') < 5, `in place ${order.indexOf('one')}`)
  })
})
