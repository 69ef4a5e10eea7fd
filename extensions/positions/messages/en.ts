export const texts = {
  'positions.osmand.help':
    'In Traccar Client, enter this address as server URL and the token as device identifier. In OsmAnd, enter the second address under online tracking.',
  'positions.owntracks.help': 'In OwnTracks, choose the mode HTTP and enter this address, user name and password.',
  'positions.encrypted': 'The message is encrypted.',
  'positions.no-unit': 'No unit has this id.',
  'positions.device-id': 'Device identifier',
  'positions.tracking': 'Online tracking address',
} as const
