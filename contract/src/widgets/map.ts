import { z } from 'zod'
import { SourceName } from '../api/ids.ts'
import type { WidgetKind } from './widget-kind.ts'
import { FieldName, Text } from './widget-parts.ts'

export const MapWidget = z.strictObject({
  title: Text.optional(),
  source: SourceName,
  latitudeField: FieldName,
  longitudeField: FieldName,
  altitudeField: FieldName.optional(),
})
export type MapWidget = z.infer<typeof MapWidget>

export const maps = {
  widget: MapWidget,
  named: { MapWidget },
  stored: z.array(MapWidget).max(5),
  counted: 'maps',
  values: 'none',
  titleOf: ({ title = 'Location' }) => title,
} as const satisfies WidgetKind
