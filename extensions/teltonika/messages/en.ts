export const texts = {
  'teltonika.packet.counts': 'The two counts of the packet differ.',
  'teltonika.packet.codec': 'The packet cannot be read: codec {codec} is not supported.',
  'teltonika.packet.longer': 'The packet cannot be read: it is longer than its records.',
  'teltonika.packet.early': 'The packet cannot be read: it ends early.',
  'teltonika.help':
    'Save the IMEI of the tracker, then enter the rest in the Teltonika Configurator: server, port and protocol under GPRS, the data protocol under System. The token is not needed.',
  'teltonika.tracker.imei': 'IMEI',
  'teltonika.tracker.imei.help': '15 digits, on the label of the tracker',
  'teltonika.tracker.required': 'An IMEI is required.',
  'teltonika.tracker.save': 'Save the IMEI',
  'teltonika.tracker.connected': 'The tracker is connected.',
  'teltonika.tracker.silent':
    'No tracker with this IMEI has tried to connect in the last hour. Check domain, port and the APN of its SIM card.',
  'teltonika.tracker.refused':
    'A tracker with this IMEI tried to connect {ago}. It is accepted when it tries again, usually within minutes.',
  'teltonika.domain': 'Domain',
  'teltonika.port': 'Port',
  'teltonika.protocol': 'Protocol',
  'teltonika.codec': 'Data protocol',
} as const
