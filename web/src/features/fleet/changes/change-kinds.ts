/** What can be done to each of the units that are chosen, in the order of the menu. */
export const CHANGE_KINDS = ['activate', 'deactivate', 'template', 'entities', 'labels', 'retention', 'alert'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
