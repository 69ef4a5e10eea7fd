export const texts = {
  'thingsboard.attributes': 'Attributes are an object of values.',
  'thingsboard.topic': 'There is no such topic in the ThingsBoard device API.',
  'thingsboard.answer': 'The answer to a request is JSON.',
  'thingsboard.number': 'The number of the request is missing.',
  'thingsboard.gateway': 'The message of a gateway is an object.',
  'thingsboard.name': 'The name of the device is missing.',
  'thingsboard.name-control': 'The name of a device has no control characters.',
  'thingsboard.long': 'The message exceeds 64 KiB.',
  'thingsboard.telemetry': 'Telemetry is an object of values, {form}, or an array of either.',
  'thingsboard.name-long': 'The name of a device has at most {count, number} characters.',
  'thingsboard.children': 'A gateway has at most {count, number} devices.',
  'thingsboard.help':
    'Devices and gateways with a ThingsBoard preset send by MQTT or HTTP. The access token is the MQTT user name, without a password.',
  'thingsboard.access-token': 'Access token',
} as const
