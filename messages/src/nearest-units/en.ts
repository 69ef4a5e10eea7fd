export const texts = {
  'nearest-units.bounds': 'From {least, number} to {most, number}',
  'nearest-units.latitude': 'Latitude',
  'nearest-units.longitude': 'Longitude',
  'nearest-units.title': 'Nearest units',
  'nearest-units.help': 'Long-press or right-click the map to search around another position.',
  'nearest-units.radius': 'Within (km)',
  'nearest-units.none': 'No unit is within this distance.',
  'nearest-units.count': '{count, plural, one {# unit} other {# units}} within this distance',
  'nearest-units.first': 'The nearest {shown, number} of {count, number} units',
  'nearest-units.failed': 'The nearest units can’t be loaded.',
  'nearest-units.close': 'Close nearest units',
  'nearest-units.position': 'Position searched around',
} as const
