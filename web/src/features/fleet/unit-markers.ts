import type { ListedUnit } from './listed-unit.ts'
import { type Position, positionOf } from '#shared/map/position.ts'

export interface PlacedUnit {
  readonly unit: ListedUnit
  readonly position: Position
}

/** The units that get a marker: active ones with a valid position. */
export function placeUnits(units: readonly ListedUnit[]): PlacedUnit[] {
  return units.flatMap((unit) => {
    const position = unit.active ? positionOf(unit.currentLat, unit.currentLon) : undefined
    return position === undefined ? [] : [{ unit, position }]
  })
}
