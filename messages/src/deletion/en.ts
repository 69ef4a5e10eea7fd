export const texts = {
  'deletion.delete': 'Delete',
  'deletion.type': 'Type {text} to confirm',
} as const
