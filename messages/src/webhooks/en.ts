export const texts = {
  'webhooks.title': 'Webhooks',
  'webhooks.help':
    'A webhook sends alerts of an entity to a program or a chat room when its users are notified. An entity has at most {most, number}.',
  'webhooks.entity': 'Entity',
  'webhooks.failed': 'Failed to load the webhooks',
  'webhooks.none': 'No webhooks yet. Add one to send alerts to Slack, Teams, ntfy or your own system.',
  'webhooks.add': 'Add webhook',
  'webhooks.add.title': 'Add a webhook',
  'webhooks.add.submit': 'Add',
  'webhooks.edit': 'Edit',
  'webhooks.edit.title': 'Edit the webhook',
  'webhooks.save': 'Save',

  'webhooks.kind': 'Kind',
  'webhooks.kind.generic': 'Your own program',
  'webhooks.kind.slack': 'Slack',
  'webhooks.kind.teams': 'Microsoft Teams',
  'webhooks.kind.ntfy': 'ntfy',
  'webhooks.name': 'Name',
  'webhooks.name.example': 'Control room',
  'webhooks.address': 'Address',
  'webhooks.address.generic': 'Where the program accepts JSON by POST',
  'webhooks.address.slack': 'The address of an incoming webhook',
  'webhooks.address.teams': 'The address of the workflow “When a Teams webhook request is received”',
  'webhooks.address.ntfy': 'The address of the server with the topic at the end',
  'webhooks.address.help':
    'It gets every alert of the entity. Anyone who knows the address of a chat room can post there, so keep it secret.',

  'webhooks.secret':
    'Each message is signed with this secret. It won’t be shown again. Copy it to the receiver. Slack, Teams and ntfy need none.',
  'webhooks.secret.lost':
    'It won’t be shown again. Without it the receiver can’t verify messages, and the webhook needs a new one.',

  'webhooks.state.off': 'Switched off: it gets no messages.',
  'webhooks.state.gave-up': 'Switched off by the portal {ago}, after three days without a success.',
  'webhooks.state.failing': 'Failing since {ago}.',
  'webhooks.state.new': 'Nothing was sent to it yet.',
  'webhooks.state.good': 'Working: last success {ago}.',

  'webhooks.test': 'Send a test',
  'webhooks.test.failed': 'The test was not sent.',
  'webhooks.test.time': '{milliseconds, number} ms',
  'webhooks.test.answer': '{milliseconds, number} ms, answer: {answer}',
  'webhooks.switch-on': 'Switch on',
  'webhooks.newer': 'Nothing was overwritten. The newer version is shown.',
  'webhooks.off': 'Switch off',
  'webhooks.off.title': 'Switch off {name}?',
  'webhooks.off.text': 'Alerts that are triggered while it is off are not sent later.',
  'webhooks.secret.new': 'New secret',
  'webhooks.secret.new.title': 'Make a new secret for {name}?',
  'webhooks.secret.new.text':
    'The old secret stops working at once. The receiver refuses messages until it has the new one.',
  'webhooks.remove': 'Remove',
  'webhooks.remove.title': 'Remove {name}?',
  'webhooks.remove.text': 'It gets no more messages, and pending ones are not sent.',
  'webhooks.gone': 'The webhook no longer exists.',
} as const
