import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_IMAGE, fileSizeText, IMAGE_TYPES, imageProblem, MAX_IMAGE_BYTES } from './image-rules.ts'

const rules = { accept: IMAGE_TYPES, maxBytes: MAX_IMAGE_BYTES }

describe('an image', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])('of type %s and up to 5 MB is taken', (type) => {
    expect(imageProblem({ type, size: 5_242_880 }, rules)).toBeUndefined()
  })

  it.each([
    [
      'image/tiff',
      'File type image/tiff is not supported. Accepted types: image/jpeg, image/png, image/webp, image/gif',
    ],
    ['', 'File type unknown is not supported. Accepted types: image/jpeg, image/png, image/webp, image/gif'],
  ])('of type "%s" is refused', (type, text) => {
    expect(imageProblem({ type, size: 1 }, rules)).toBe(text)
  })

  it('larger than allowed is refused', () => {
    expect(imageProblem({ type: 'image/png', size: 6_291_456 }, rules)).toBe(
      'File size 6 MB exceeds maximum allowed size of 5 MB',
    )
    expect(imageProblem({ type: 'image/png', size: 5_242_881 }, rules)).toBe(
      'File size 5.01 MB exceeds maximum allowed size of 5 MB',
    )
  })

  it.each([
    ['image/tiff', true],
    ['application/pdf', false],
    ['imagery/png', false],
  ])('of type %s passes the filter for any image: %s', (type, passes) => {
    expect(imageProblem({ type, size: 1 }, { ...rules, accept: ANY_IMAGE }) === undefined).toBe(passes)
  })
})

describe('a file size', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [319_488, '312 KB'],
    [5_242_880, '5 MB'],
  ])('of %i bytes reads %s', (bytes, text) => {
    expect(fileSizeText(bytes)).toBe(text)
  })

  it('over a limit never reads like the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_000 }), (excess) => {
        expect(fileSizeText(MAX_IMAGE_BYTES + excess)).not.toBe(fileSizeText(MAX_IMAGE_BYTES))
      }),
    )
  })
})
