import { t } from '../texts.ts'
import type { WidgetType } from '../widget-type.ts'
import { CurrentPositionWidget, PositionWidget } from './position-widget.tsx'

export const map: WidgetType = {
  name: 'map',
  label: () => t('widgets.type.map'),
  kinds: ['maps'],
  drawings: {
    maps: {
      area: 'places',
      draw: (widget, { unit, read, hasTracks }) =>
        hasTracks ? (
          <PositionWidget dataId={unit.dataID} map={widget} unitName={unit.friendlyName} read={read} />
        ) : (
          <CurrentPositionWidget map={widget} unitName={unit.friendlyName} read={read} />
        ),
      needs: ({ source, latitudeField, longitudeField, altitudeField }) =>
        [latitudeField, longitudeField, altitudeField].map((field) => ({ source, limit: 1, field })),
    },
  },
  settings: async () => (await import('./map-settings.tsx')).mapSettings,
}
