import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fileTooLarge, formatFileSize, IMAGE_MAX_BYTES, typeNotSupported } from './files.ts'

describe('a file size', () => {
  const table: [number, string][] = [
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [1025, '1.01 KB'],
    [5_242_880, '5 MB'],
    [6_291_456, '6 MB'],
    [3 * 1024 ** 3, '3 GB'],
    [5 * 1024 ** 4, '5120 GB'],
  ]
  for (const [bytes, text] of table) {
    it(`of ${bytes} bytes is ${text}`, () => assert.equal(formatFileSize(bytes), text))
  }

  it('that is too large never looks as if it were allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: IMAGE_MAX_BYTES + 1, max: 2 ** 40 }), (bytes) => {
        assert.notEqual(formatFileSize(bytes), formatFileSize(IMAGE_MAX_BYTES))
      }),
    )
  })
})

describe('the sentence for a file that is refused', () => {
  it('states its size and the largest allowed size', () => {
    assert.equal(fileTooLarge(6 * 1024 * 1024), 'File size 6 MB exceeds maximum allowed size of 5 MB')
  })

  it('states its type and the accepted ones', () => {
    assert.equal(
      typeNotSupported('image/svg+xml'),
      'File type image/svg+xml is not supported. Accepted types: image/jpeg, image/png, image/webp, image/gif',
    )
    assert.match(typeNotSupported(''), /^File type unknown is not supported\./)
  })
})
