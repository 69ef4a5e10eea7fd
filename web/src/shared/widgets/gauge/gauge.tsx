import { needsOfValue } from '../source-needs.ts'
import type { WidgetType } from '../widget-type.ts'
import { GaugeWidget } from './gauge-widget.tsx'

export const gauge: WidgetType = {
  name: 'gauge',
  label: 'Gauge',
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
