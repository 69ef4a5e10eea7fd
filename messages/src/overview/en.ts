export const texts = {
  'overview.add-widget': 'Add Widget',
  'overview.empty': 'Nothing on the overview yet',
  'overview.empty.template': 'The template of this unit has no gauges, cards, tables or maps.',
  'overview.empty.no-template':
    'This unit has no template yet. A template defines the gauges, cards, tables and maps of the overview. Adding the first widget creates one.',
} as const
