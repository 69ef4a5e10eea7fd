import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ENDPOINTS } from '@fieldwatch/server/endpoints'
import { ask, type Body } from '../ask.ts'
import type { Expected, HostileCase, Target } from '../hostile-case.ts'
import { pathOf } from './body-cases.ts'
import { formFields } from './filled-bodies.ts'
import { HOSTILE_VALUES } from './hostile-values.ts'

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

/** Where a form takes a file, and the fields before it that make it be read. */
interface Place {
  readonly field: string
  readonly before: readonly Part[]
}

const file = ({ field, before }: Place, content: Buffer | string, type = 'image/png'): Buffer =>
  formOf([...before, { name: field, type, content }])

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
  return pngOf({ width, height, depth: 1, colours: 0 }, pixels)
}

/** A picture that no one can make small: `size` pixels wide and high, of three bytes each. */
export function noisyPng(size: number): Buffer {
  const lines = Array.from({ length: size }, () => Buffer.concat([Buffer.alloc(1), randomBytes(3 * size)]))
  return pngOf({ width: size, height: size, depth: 8, colours: 2 }, deflateSync(Buffer.concat(lines), { level: 0 }))
}

interface PngHead {
  readonly width: number
  readonly height: number
  /** Bits of a sample. */
  readonly depth: number
  /** Colour type of the format: 0 is grey, 2 is red, green and blue. */
  readonly colours: number
}

function pngOf({ width, height, depth, colours }: PngHead, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = depth
  head[9] = colours
  return Buffer.concat([PNG, pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])
}

interface Sent {
  readonly body: (place: Place) => Body
  readonly expected: Expected
  readonly type?: string
}

/** Forms that the reader of forms refuses, at every address. */
const FORMS: Readonly<Record<string, Sent>> = {
  'no boundary': { body: (place) => file(place, PNG), type: 'multipart/form-data', expected: 'refused' },
  'another boundary': {
    body: (place) => file(place, PNG),
    type: 'multipart/form-data; boundary=other',
    expected: 'refused',
  },
  'a boundary of 10,000 characters': {
    body: (place) => file(place, PNG),
    type: `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
    expected: 'refused',
  },
  nothing: { body: () => '', expected: 'refused' },
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
  'a head of a part without end': {
    body: () => Buffer.from(`--${BOUNDARY}\r\nx: ${'y'.repeat(500_000)}`),
    expected: 'refused',
  },
  '40 MiB': { body: (place) => file(place, Buffer.alloc(40 * MEGABYTE)), expected: 'refused' },
  '40 MiB unannounced': {
    body: (place) => [
      file(place, Buffer.alloc(MEGABYTE)).subarray(0, MEGABYTE),
      ...Array.from({ length: 39 }, () => Buffer.alloc(MEGABYTE)),
    ],
    expected: 'refused',
  },
  JSON: { body: () => '{}', type: 'application/json', expected: 'refused' },
}

/** Files where a picture is wanted. */
const FILES: Readonly<Record<string, Sent>> = {
  'no end': { body: (place) => file(place, png(8, 8)).subarray(0, 150), expected: 'refused' },
  'ten files': {
    body: ({ field }) =>
      formOf(Array.from({ length: 10 }, () => ({ name: field, type: 'image/png', content: png(8, 8) }))),
    expected: 'refused',
  },
  'an empty file': { body: (place) => file(place, ''), expected: 'refused' },
  'a picture that says it has 2.5 billion pixels': {
    body: (place) => file(place, png(50_000, 50_000, deflateSync(Buffer.alloc(1000)))),
    expected: 'refused',
  },
  'a picture of 49 million pixels': { body: (place) => file(place, png(7000, 7000)), expected: 'judged' },
  'a picture of one line of pixels': { body: (place) => file(place, png(65_000, 1)), expected: 'judged' },
  'a picture without pixels': {
    body: (place) => file(place, png(0, 0, deflateSync(Buffer.alloc(1)))),
    expected: 'refused',
  },
  'a picture that is cut off': { body: (place) => file(place, png(500, 500).subarray(0, 60)), expected: 'refused' },
  'the head of a picture': { body: (place) => file(place, PNG), expected: 'refused' },
  SVG: {
    body: (place) =>
      file(place, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'),
    expected: 'refused',
  },
  'SVG that says it is PNG': {
    body: (place) => file(place, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    expected: 'refused',
  },
  'HTML that says it is a picture': {
    body: (place) => file(place, '<script>alert(1)</script>', 'image/jpeg'),
    expected: 'refused',
  },
  'a type of 10,000 characters': {
    body: (place) => file(place, png(8, 8), `image/${'x'.repeat(10_000)}`),
    expected: 'refused',
  },
  'a PDF': { body: (place) => file(place, '%PDF-1.7', 'application/pdf'), expected: 'refused' },
}

/** Every address that takes a form, with files and texts that no one uploads. */
export function formCases(): HostileCase[] {
  return ENDPOINTS.filter(({ bodyFormat }) => bodyFormat === 'multipart').flatMap((endpoint, index) => {
    const { files, texts } = formFields(endpoint)
    const sent = Object.entries(index === 0 ? { ...FORMS, ...FILES } : FILES)
    const ofTexts = texts.length === 0 ? [] : Object.entries(HOSTILE_VALUES)
    return [
      ...files.slice(0, 1).flatMap((field) =>
        sent.map(([what, { expected, type, body }], place) => ({
          ...caseOf(endpoint, what, {
            expected: takesPictures(endpoint) ? expected : 'judged',
            type,
            body: (target) => body({ field, before: neededOf(texts, target) }),
          }),
          ...(what in FILES ? { turn: index + place } : {}),
        })),
      ),
      ...ofTexts.map(([what, value]) =>
        caseOf(endpoint, `texts of ${what}`, {
          expected: 'judged',
          body: () => formOf(texts.map((name) => ({ name, content: String(value) }))),
        }),
      ),
    ]
  })
}

/** An import takes files of any kind. */
function takesPictures({ path }: AnyEndpoint): boolean {
  return !path.endsWith('/imports/part')
}

/** The texts without which a file is not read. */
function neededOf(texts: readonly string[], { dataID, entity }: Target): Part[] {
  const needed: Readonly<Record<string, string>> = {
    dataID,
    entityID: entity,
    name: 'Hostile',
    importID: '1',
    part: '0',
  }
  return texts.flatMap((name) => {
    const content = needed[name]
    return content === undefined ? [] : [{ name, content }]
  })
}

interface SentForm {
  readonly expected: Expected
  readonly type?: string | undefined
  readonly body: (target: Target) => Body
}

function caseOf(endpoint: AnyEndpoint, what: string, { expected, type, body }: SentForm): HostileCase {
  const headers = { 'content-type': type ?? `multipart/form-data; boundary=${BOUNDARY}` }
  const { method } = endpoint
  return {
    kind: 'forms and pictures',
    name: `${method} ${endpoint.path} with ${what}`,
    expected,
    endpoint,
    send: (target) => ask(target, { method, path: pathOf(endpoint, target), headers, body: body(target) }),
  }
}
