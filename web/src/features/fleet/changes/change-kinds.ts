/** What can be done to each of the units that are chosen, in the order of the menu. */
export const CHANGE_KINDS = ['activate', 'deactivate', 'template', 'entities', 'labels', 'retention', 'alert'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_TEXT: Readonly<Record<ChangeKind, string>> = {
  activate: 'Activate',
  deactivate: 'Deactivate',
  template: 'Choose a template',
  entities: 'Choose entities',
  labels: 'Put labels on or take them off',
  retention: 'Choose how long data is kept',
  alert: 'Watch by an alert',
}
