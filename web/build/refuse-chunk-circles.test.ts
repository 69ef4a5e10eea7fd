import { describe, expect, it } from 'vitest'
import { findCircle } from './refuse-chunk-circles.ts'

describe('a circle of imports', () => {
  it.each([
    [{ page: ['a', 'b'], a: ['b'], b: [] }, undefined],
    [{ page: ['a'], a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
    [{ a: ['a'] }, ['a', 'a']],
    [{ one: ['x'], two: ['y'], x: ['z'], y: ['z'], z: ['y'] }, ['z', 'y', 'z']],
    [{}, undefined],
  ])('of %j is %j', (imports, circle) => {
    expect(findCircle(new Map(Object.entries(imports)))).toEqual(circle)
  })
})
