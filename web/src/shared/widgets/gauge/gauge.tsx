import { needsOfValue } from '../source-needs.ts'
import { t } from '../texts.ts'
import type { WidgetType } from '../widget-type.ts'
import { GaugeWidget } from './gauge-widget.tsx'

export const gauge: WidgetType = {
  name: 'gauge',
  label: () => t('widgets.type.gauge'),
  kinds: ['gauges'],
  drawings: {
    gauges: {
      area: 'gauges',
      draw: (widget, { read }) => <GaugeWidget gauge={widget} read={read} />,
      needs: (widget) => needsOfValue(widget, widget.source),
    },
  },
  settings: async () => (await import('./gauge-settings.ts')).gaugeSettings,
}
