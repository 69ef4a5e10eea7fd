import { describe, expect, it } from 'vitest'
import { ANY_IMAGE, DEFAULT_RULES, imageProblem } from './image-rules.ts'

describe('an image', () => {
  // spec 1-5-22
  it.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])('of type %s and up to 5 MB is taken', (type) => {
    expect(imageProblem({ type, size: 5_242_880 })).toBeUndefined()
  })

  // spec 1-5-24
  it.each([
    [
      'image/tiff',
      'File type image/tiff is not supported. Accepted types: image/jpeg, image/png, image/webp, image/gif',
    ],
    ['', 'File type unknown is not supported. Accepted types: image/jpeg, image/png, image/webp, image/gif'],
  ])('of type "%s" is refused', (type, text) => {
    expect(imageProblem({ type, size: 1 })).toBe(text)
  })

  // spec 1-5-23, 1-5-25, 1-9-37
  it('larger than allowed is refused', () => {
    expect(imageProblem({ type: 'image/png', size: 6_291_456 })).toBe(
      'File size 6 MB exceeds maximum allowed size of 5 MB',
    )
    expect(imageProblem({ type: 'image/png', size: 5_242_881 })).toBe(
      'File size 5.01 MB exceeds maximum allowed size of 5 MB',
    )
  })

  // spec 1-5-26
  it.each([
    ['image/tiff', true],
    ['application/pdf', false],
    ['imagery/png', false],
  ])('of type %s passes the filter for any image: %s', (type, passes) => {
    expect(imageProblem({ type, size: 1 }, { ...DEFAULT_RULES, accept: ANY_IMAGE }) === undefined).toBe(passes)
  })
})
