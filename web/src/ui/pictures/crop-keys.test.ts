import { describe, expect, it } from 'vitest'
import type { Crop } from './crop-geometry.ts'
import { viewByKey } from './crop-frame.tsx'

const crop: Crop = { picture: { width: 600, height: 600 }, frame: { width: 300, height: 300 } }
const view = { scale: 1, x: 0, y: 0 }

describe('a key', () => {
  it.each([
    ['ArrowLeft', { scale: 1, x: -10, y: 0 }],
    ['ArrowRight', { scale: 1, x: 10, y: 0 }],
    ['ArrowUp', { scale: 1, x: 0, y: -10 }],
    ['ArrowDown', { scale: 1, x: 0, y: 10 }],
    ['+', { scale: 1.1, x: 0, y: 0 }],
    ['=', { scale: 1.1, x: 0, y: 0 }],
    ['-', { scale: 0.9, x: 0, y: 0 }],
    ['0', { scale: 0.5, x: 0, y: 0 }],
  ])('%s moves or zooms the picture', (key, next) => {
    expect(viewByKey(key, view, crop)).toEqual(next)
  })

  it('that means nothing leaves the picture to others', () => {
    expect(viewByKey('Tab', view, crop)).toBeUndefined()
  })
})
