import { t } from '../texts.ts'
import type { WidgetType } from '../widget-type.ts'

/** Drawn by the Time Series page, whose charts share one range of time. */
export const chart: WidgetType = {
  name: 'chart',
  label: () => t('widgets.type.chart'),
  kinds: ['charts'],
  drawings: {},
  settings: async () => (await import('./chart-settings.ts')).chartSettings,
}
