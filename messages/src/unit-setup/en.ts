export const texts = {
  'unit-setup.add': 'Add unit',
  'unit-setup.name': 'Name',
  'unit-setup.dataID': 'dataID',
  'unit-setup.dataID.help': 'The unit signs in with it.',
  'unit-setup.entities': 'Entities',
  'unit-setup.entities.help': 'Their users can see the unit',
  'unit-setup.entities.required': 'Choose an entity.',
  'unit-setup.template': 'Template',
  'unit-setup.template.help': 'Defines what its dashboard shows',
  'unit-setup.template.none': 'None yet',
  'unit-setup.description': 'Description',

  'unit-setup.connect.title': 'Connect the unit',
  'unit-setup.connect.token.help':
    'This is the token of <unit>{dataId}</unit>. It is shown only once: copy it to the unit. You can replace it on the Management screen of the unit.',
  'unit-setup.connect.token': 'Token',
  'unit-setup.connect.kept': 'I have saved the token',
  'unit-setup.close': 'Close the dialog',
  'unit-setup.close.title': 'Close without the token?',
  'unit-setup.close.help': 'It is shown only once. Without it, the unit can’t sign in and needs a new token.',
  'unit-setup.close.confirm': 'Close without it',
  'unit-setup.close.cancel': 'Back to the token',

  'unit-setup.arrival.waiting': 'Waiting for the first record. It appears here as soon as it arrives.',
  'unit-setup.arrival.done': 'A record arrived in the source {source}.',
  'unit-setup.arrival.newest': 'Newest record of {source}',
  'unit-setup.arrival.time': '{at} ({ago})',
  'unit-setup.arrival.values': 'First values of {field}',
  'unit-setup.arrival.one': 'A line appears with the second record.',
  'unit-setup.arrival.open': 'Open the unit',
  'unit-setup.arrival.chart': 'Show it on a chart',

  'unit-setup.door.address': 'Address',
  'unit-setup.door.token': 'Token',
  'unit-setup.door.user': 'User name',
  'unit-setup.door.password': 'Password',
  'unit-setup.door.command': 'Command to try it',
  'unit-setup.door.guide': '<guide>What it supports</guide>',
  'unit-setup.door.mqtt': 'MQTT server',
  'unit-setup.door.prometheus.help':
    'In Prometheus or an agent for it, enter this address and token under “remote_write”. A Prometheus that scrapes for several units uses a token with the scope “Send for units”, and names each unit in the label “unit”.',
  'unit-setup.door.header': 'Header “Authorization”',
  'unit-setup.door.lorawan.help':
    'Enter the devEUI of the device in Administration of this unit. In a custom webhook of The Things Stack, or the HTTP integration of ChirpStack (JSON), enter this address and header. For several devices, use a token with the scope “Send for units”.',
  'unit-setup.program': 'What sends',
  'unit-setup.program.terminal': 'A computer with a terminal, to try it',
  'unit-setup.program.terminal.help': 'Send a first record with one of these commands:',
  'unit-setup.program.mqtt': 'MQTT',
  'unit-setup.program.http': 'HTTP',
  'unit-setup.program.esp32': 'ESP32 (Arduino)',
  'unit-setup.program.esp32.help':
    'A sketch that sends by HTTP and keeps 900 records in memory while there is no network.',
  'unit-setup.program.raspberry-pi': 'Raspberry Pi (Python)',
  'unit-setup.program.raspberry-pi.help':
    'A program that sends by MQTT and keeps records on disk until they are stored.',
  'unit-setup.program.gateway': 'Linux gateway (Mosquitto)',
  'unit-setup.program.gateway.help':
    'A file for Mosquitto. It forwards what sensors publish on the gateway and keeps it while the connection is down.',
  'unit-setup.program.node-red': 'Node-RED',
  'unit-setup.program.node-red.help':
    'A flow to import. It sends by HTTP and keeps records on disk until they are stored.',
  'unit-setup.program.filled':
    'The address of the portal, the dataID and the token are filled in. <guide>How to set it up</guide>',
  'unit-setup.program.download': 'Download {file}',
  'unit-setup.copy': 'Copy',
  'unit-setup.copied': 'Copied',
  'unit-setup.copy.label': 'Copy: {label}',
} as const
