import { needsOfValues } from '../source-needs.ts'
import { t } from '../texts.ts'
import type { WidgetType } from '../widget-type.ts'
import { CardWidget } from './card-widget.tsx'

export const list: WidgetType = {
  name: 'list',
  label: () => t('widgets.type.list'),
  kinds: ['statistics', 'infoCards'],
  drawings: {
    statistics: {
      area: 'values',
      draw: (card, { read }) => <CardWidget card={card} layout="row" read={read} />,
      needs: ({ specifications }) => needsOfValues(specifications),
    },
    infoCards: {
      area: 'values',
      draw: (card, { read }) => <CardWidget card={card} layout="list" read={read} />,
      needs: ({ specifications }) => needsOfValues(specifications),
    },
  },
  settings: async () => (await import('./list-settings.tsx')).listSettings,
}
