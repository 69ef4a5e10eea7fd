import assert from 'node:assert/strict'
import { crc32 } from 'node:zlib'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { buildPicture } from '#testing/build-picture.ts'
import { acceptedType, encodeImage, type Picture, typeOfBytes } from './encode-image.ts'

async function pictureOf(file: Promise<File>): Promise<Picture> {
  const picture = await file
  return { bytes: Buffer.from(await picture.arrayBuffer()), type: picture.type }
}

const codeOf = (picture: Picture): Promise<string> =>
  encodeImage(picture, 'profile').then(
    () => 'stored',
    (error: unknown) => (isDomainError(error) ? error.code : String(error)),
  )

/** The head of a PNG that claims to be so large, with hardly any bytes. */
function bombOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunkOf('IHDR', head),
    chunkOf('IDAT', Buffer.alloc(50)),
  ])
}

function chunkOf(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

describe('a stored picture', () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    it(`is WebP, whatever it was: ${format}`, async () => {
      const bytes = await encodeImage(await pictureOf(buildPicture({ format })), 'unit')

      const { width, height, format: stored } = await sharp(bytes).metadata()
      assert.deepEqual([stored, width, height], ['webp', 40, 30])
    })
  }

  it('fits in the box of its kind and keeps its proportions', async () => {
    const bytes = await encodeImage(await pictureOf(buildPicture({ width: 3000, height: 1000 })), 'profile')

    const { width, height } = await sharp(bytes).metadata()
    assert.deepEqual([width, height], [512, 171])
  })

  it('has lost what the camera noted, after it was turned the right way up', async () => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#000' } })
      .withExif({ IFD0: { Copyright: 'Nora', Make: 'Camera' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    assert.ok((await sharp(bytes).metadata()).exif !== undefined)

    const stored = await sharp(await encodeImage({ bytes, type: 'image/jpeg' }, 'unit')).metadata()

    assert.deepEqual([stored.width, stored.height, stored.exif, stored.orientation], [30, 40, undefined, undefined])
  })

  it('keeps what is transparent', async () => {
    const bytes = await sharp({
      create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()

    const { hasAlpha } = await sharp(await encodeImage({ bytes, type: 'image/png' }, 'logo')).metadata()

    assert.equal(hasAlpha, true)
  })
})

describe('an upload', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const table: [string, Picture, string][] = [
    ['of 0 bytes', { bytes: Buffer.alloc(0), type: 'image/png' }, 'file/empty'],
    ['of 6 MB', { bytes: Buffer.alloc(6 * 1024 * 1024), type: 'image/png' }, 'file/too-large'],
    ['that is SVG with a script', { bytes: svg, type: 'image/svg+xml' }, 'file/type-unsupported'],
    ['that is SVG and says PNG', { bytes: svg, type: 'image/png' }, 'file/type-mismatch'],
    ['that is a page and says JPEG', { bytes: page, type: 'image/jpeg' }, 'file/type-mismatch'],
    ['that is a page', { bytes: page, type: 'text/html' }, 'file/type-unsupported'],
    ['without a type', { bytes: svg, type: '' }, 'file/type-unsupported'],
    ['of 50,000 × 50,000 pixels', { bytes: bombOf(50_000, 50_000), type: 'image/png' }, 'file/too-many-pixels'],
    ['with a head and nothing else', { bytes: bombOf(10, 10), type: 'image/png' }, 'file/unreadable'],
  ]
  for (const [title, picture, code] of table) {
    it(`${title} is refused as ${code}`, async () => assert.equal(await codeOf(picture), code))
  }

  it('that is of another type than it says is refused, both being accepted', async () => {
    assert.equal(
      await codeOf(await pictureOf(buildPicture({ format: 'jpeg', type: 'image/png' }))),
      'file/type-mismatch',
    )
  })

  it('that is cut off is refused', async () => {
    const { bytes, type } = await pictureOf(buildPicture({ width: 400, height: 400, format: 'jpeg' }))

    assert.equal(await codeOf({ bytes: bytes.subarray(0, bytes.length / 2), type }), 'file/unreadable')
  })

  it('reports what is wrong in the sentences of the specification', async () => {
    await assert.rejects(encodeImage({ bytes: svg, type: 'image/svg+xml' }, 'profile'), {
      message: 'File type image/svg+xml is not supported. Accepted types: image/jpeg, image/png, image/webp, image/gif',
    })
    await assert.rejects(encodeImage({ bytes: Buffer.alloc(6 * 1024 * 1024), type: 'image/png' }, 'profile'), {
      message: 'File size 6 MB exceeds maximum allowed size of 5 MB',
    })
  })

  it('never ends in anything but a stored picture or a refusal with a code', async () => {
    const { bytes } = await pictureOf(buildPicture())
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: bytes.length }), async (noise, at) => {
        const broken = Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)])
        assert.match(await codeOf({ bytes: broken, type: 'image/png' }), /^(stored|file\/[a-z-]+)$/)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the type of a picture', () => {
  it('is read from what the browser says, with its old names', () => {
    assert.deepEqual(['image/png', 'IMAGE/PNG; x=1', 'image/jpg', 'image/pjpeg', 'image/bmp', ''].map(acceptedType), [
      'image/png',
      'image/png',
      'image/jpeg',
      'image/jpeg',
      undefined,
      undefined,
    ])
  })

  it('is not seen in bytes that are no picture', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.equal(typeOfBytes(Buffer.from(`x${text}`)), undefined)))
  })
})
