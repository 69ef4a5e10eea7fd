import type { Platform } from '#platform/floor.ts'

/** What the commands of the command line are made of. */
export interface AdminParts extends Pick<Platform, 'db' | 'clock' | 'random'> {
  /** Where people reach the portal. */
  publicUrl: string
}

/** Who is recorded for what a command changes: no user. */
export const COMMAND_LINE = { userId: undefined }
