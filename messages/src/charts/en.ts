export const texts = {
  'charts.role': 'chart',
  'charts.label': '{title}: {series} over time',
  'charts.help':
    'Left and right arrows read values; with Shift they move the range. Plus and minus zoom. Enter pins the vertical line when it is on. Escape shows the whole range.',
  'charts.reading': '{at}: {values}',
  'charts.reading.pinned': 'Pinned. {at}: {values}',
  'charts.latest': 'Latest',
  'charts.last-in-range': 'Last in range',
} as const
