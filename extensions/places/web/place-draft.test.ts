import type { PlaceGeometry } from '@fieldwatch/contract/places/place-geometry'
import { describe, expect, it } from 'vitest'
import {
  addCorner,
  changeKind,
  draftOf,
  emptyDraft,
  geometryOf,
  insertCorner,
  middlesOf,
  moveCorner,
  removeCorner,
} from './place-draft.ts'

const ring: [number, number][] = [
  [10, 50],
  [11, 50],
  [11, 51],
  [10, 50],
]
const geometries: readonly PlaceGeometry[] = [
  { type: 'Point', coordinates: [10, 50] },
  { type: 'LineString', coordinates: ring.slice(0, 3) },
  { type: 'Polygon', coordinates: [ring, ring] },
  { type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] },
]

describe('a drawn place', () => {
  it.each(geometries)('is what it was while nothing is moved: $type', (geometry) => {
    expect(geometryOf(draftOf({ geometry, radius: null }))).toEqual(geometry)
  })

  it('needs a centre, two positions or three corners', () => {
    const corridor = addCorner(emptyDraft('corridor'), [1, 1])
    expect(geometryOf(emptyDraft('circle'))).toBeUndefined()
    expect(geometryOf(corridor)).toBeUndefined()
    expect(geometryOf(addCorner(corridor, [2, 2]))?.type).toBe('LineString')
    const two = addCorner(changeKind(corridor, 'area'), [2, 1])
    expect(geometryOf(two)).toBeUndefined()
    expect(geometryOf(addCorner(two, [2, 2]))).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 1],
        ],
      ],
    })
  })

  it('changes corner by corner', () => {
    const draft = draftOf({ geometry: { type: 'Polygon', coordinates: [ring] }, radius: null })
    const [middle] = middlesOf(draft)
    expect(middle).toEqual({ place: { line: 0, corner: 1 }, at: [10.5, 50] })
    const inserted = insertCorner(draft, { line: 0, corner: 1 }, [10.5, 49])
    const moved = moveCorner(inserted, { line: 0, corner: 1 }, [10.6, 48])
    expect(moved.lines[0]?.[1]).toEqual([10.6, 48])
    expect(removeCorner(moved, { line: 0, corner: 1 }).lines).toEqual(draft.lines)
  })

  it('stays in the world where it is drawn over the antimeridian', () => {
    const line = addCorner(addCorner(emptyDraft('corridor'), [179, 0]), [181, 0])
    expect(line.lines[0]).toEqual([
      [179, 0],
      [-179, 0],
    ])
    expect(Math.abs(middlesOf(line)[0]?.at[0] ?? 0)).toBe(180)
  })
})
