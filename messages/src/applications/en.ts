export const texts = {
  'applications.title': 'Apps',
  'applications.failed': 'The applications cannot be shown',
  'applications.empty': 'No applications yet',
  'applications.empty.help': 'Applications appear here when your administrator adds them.',
  'applications.not-found': 'Application not found',
  'applications.not-found.help': 'It may have been removed, or it belongs to another entity.',
  'applications.to-all': 'View all apps',
  'applications.of-unit': '{app} of {unit}',
  'applications.no-tab': 'Page not found',
  'applications.no-tab.help': 'This unit has no application with that name. The address may be mistyped.',
  'applications.to-overview': 'Go to the overview',
  'applications.not-allowed': 'You can’t open {name}',
  'applications.not-allowed.help':
    'This unit has the application, but your entity has no access to it. Ask your administrator for access.',
} as const
