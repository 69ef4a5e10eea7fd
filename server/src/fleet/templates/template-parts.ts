import type { Platform } from '#platform/floor.ts'

/** What operations on templates need. */
export type TemplateParts = Pick<Platform, 'db' | 'bus' | 'clock' | 'random'>
