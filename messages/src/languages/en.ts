export const texts = {
  'languages.label': 'Language',
  'languages.as-browser': 'As the browser',
  'languages.as-entity': 'As the entity ({language})',
  'languages.of-person.help': 'Screens, mails and SMS use this language.',
  'languages.of-entity.help': 'For people who have not chosen a language in their profile.',
} as const
