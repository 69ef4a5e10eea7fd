export const texts = {
  'embedded.failed': 'The application can’t be opened',
  'embedded.failed.refused': 'Its address is not allowed here. The operator of the portal can correct it.',
  'embedded.failed.blocked': 'It was added after you opened this page. Reload the page to open it.',
  'embedded.failed.silent': 'It does not respond. It may be down, or not reachable from your network.',
  'embedded.reload': 'Reload the page',
  'embedded.try-again': 'Try again',
  'embedded.new-tab': 'Open in a new tab',
} as const
