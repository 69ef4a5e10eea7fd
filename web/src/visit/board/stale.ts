interface Health {
  readonly isOpen: boolean
  /** When the portal answered last; undefined before the first answer. */
  readonly contactAt: number | undefined
  readonly now: number
}

/** A stream that is opened again within this time is no loss. */
const GRACE_MS = 5_000
/** The screen is read every 30 seconds: a portal that answered none of two reads is away, whatever the stream says. */
const SILENT_MS = 70_000

/** Since when the values are not live; undefined while they are. */
export function staleSince({ isOpen, contactAt, now }: Health): number | undefined {
  if (contactAt === undefined) return undefined
  return now - contactAt > (isOpen ? SILENT_MS : GRACE_MS) ? contactAt : undefined
}
