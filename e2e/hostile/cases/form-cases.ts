import { crc32, deflateSync } from 'node:zlib'
import { ask, type Body } from '../ask.ts'
import type { Expected, HostileCase } from '../hostile-case.ts'

const BOUNDARY = 'hostile'
const MEGABYTE = 1024 * 1024

interface Part {
  readonly name: string
  readonly type?: string
  readonly content: Buffer | string
}

function formOf(parts: readonly Part[]): Buffer {
  const written = parts.flatMap(({ name, type, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${type === undefined ? '' : '; filename="a"'}\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

const file = (content: Buffer | string, type = 'image/png'): Buffer => formOf([{ name: 'file', type, content }])

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A picture of one colour, which is small however many pixels it has. */
function png(
  width: number,
  height: number,
  pixels = deflateSync(Buffer.alloc(Math.min(height * (Math.ceil(width / 8) + 1), 64 * MEGABYTE))),
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  return Buffer.concat([PNG, pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])
}

interface Sent {
  readonly body: () => Body
  readonly expected: Expected
  readonly type?: string
}

const FORMS: Readonly<Record<string, Sent>> = {
  'no boundary': { body: () => file(PNG), type: 'multipart/form-data', expected: 'refused' },
  'another boundary': { body: () => file(PNG), type: 'multipart/form-data; boundary=other', expected: 'refused' },
  'a boundary of 10,000 characters': {
    body: () => file(PNG),
    type: `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
    expected: 'refused',
  },
  nothing: { body: () => '', expected: 'refused' },
  'no end': { body: () => file(png(8, 8)).subarray(0, 150), expected: 'refused' },
  '10,000 parts': {
    body: () => formOf(Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, content: 'x' }))),
    expected: 'refused',
  },
  '40 fields of 200 kB': {
    body: () => formOf(Array.from({ length: 40 }, (_, index) => ({ name: `f${index}`, content: 'x'.repeat(200_000) }))),
    expected: 'refused',
  },
  'a field name of 100,000 characters': {
    body: () => formOf([{ name: 'n'.repeat(100_000), content: 'x' }]),
    expected: 'refused',
  },
  'a prototype for a name': { body: () => formOf([{ name: '__proto__', content: 'x' }]), expected: 'refused' },
  'ten files': {
    body: () => formOf(Array.from({ length: 10 }, () => ({ name: 'file', type: 'image/png', content: png(8, 8) }))),
    expected: 'refused',
  },
  'a head of a part without end': {
    body: () => Buffer.from(`--${BOUNDARY}\r\nx: ${'y'.repeat(500_000)}`),
    expected: 'refused',
  },
  '40 MiB': { body: () => file(Buffer.alloc(40 * MEGABYTE)), expected: 'refused' },
  '40 MiB unannounced': {
    body: () => [
      file(Buffer.alloc(MEGABYTE)).subarray(0, MEGABYTE),
      ...Array.from({ length: 39 }, () => Buffer.alloc(MEGABYTE)),
    ],
    expected: 'refused',
  },
  'an empty file': { body: () => file(''), expected: 'refused' },
  'a picture that says it has 2.5 billion pixels': {
    body: () => file(png(50_000, 50_000, deflateSync(Buffer.alloc(1000)))),
    expected: 'refused',
  },
  'a picture of 49 million pixels': { body: () => file(png(7000, 7000)), expected: 'judged' },
  'a picture of one line of pixels': { body: () => file(png(65_000, 1)), expected: 'judged' },
  'a picture without pixels': { body: () => file(png(0, 0, deflateSync(Buffer.alloc(1)))), expected: 'refused' },
  'a picture that is cut off': { body: () => file(png(500, 500).subarray(0, 60)), expected: 'refused' },
  'the head of a picture': { body: () => file(PNG), expected: 'refused' },
  SVG: {
    body: () => file('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'),
    expected: 'refused',
  },
  'SVG that says it is PNG': { body: () => file('<svg xmlns="http://www.w3.org/2000/svg"/>'), expected: 'refused' },
  'HTML that says it is a picture': {
    body: () => file('<script>alert(1)</script>', 'image/jpeg'),
    expected: 'refused',
  },
  'a type of 10,000 characters': { body: () => file(png(8, 8), `image/${'x'.repeat(10_000)}`), expected: 'refused' },
  'a PDF': { body: () => file('%PDF-1.7', 'application/pdf'), expected: 'refused' },
  JSON: { body: () => '{}', type: 'application/json', expected: 'refused' },
}

/** Uploads of pictures, and what is sent instead. */
export function formCases(): HostileCase[] {
  const toProfile = Object.entries(FORMS).map(([what, sent]) =>
    caseOf('POST', '/api/v1/files/profile/somebody', what, sent),
  )
  const toUnit = Object.entries(FORMS).map(([what, sent]) => caseOf('PUT', '/api/v1/devices', what, sent))
  return [...toProfile, ...toUnit]
}

function caseOf(method: string, path: string, what: string, { body, expected, type }: Sent): HostileCase {
  return {
    kind: 'forms and pictures',
    name: `${method} ${path} with ${what}`,
    expected: method === 'PUT' && expected === 'judged' ? 'refused' : expected,
    send: (target) =>
      ask(target, {
        method,
        path,
        headers: { 'content-type': type ?? `multipart/form-data; boundary=${BOUNDARY}` },
        body: body(),
      }),
  }
}
