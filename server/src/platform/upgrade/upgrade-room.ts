/** A new cluster, and what PostgreSQL writes ahead to it. */
const BESIDE_DATA = 400_000_000

interface Room {
  readonly from: number
  readonly to: number
  /** Of the data as they are. */
  readonly bytes: number
  readonly free: number
  readonly dataFolder: string
}

/** Why the disk cannot hold the data twice; undefined when it can. */
export function describeShortage({ from, to, bytes, free, dataFolder }: Room): string | undefined {
  const needed = bytes + BESIDE_DATA
  if (free >= needed) return undefined
  return (
    `The data are of PostgreSQL ${from} and have to be copied for PostgreSQL ${to}: that takes ${gigabytes(needed)} GB beside them, ` +
    `and ${gigabytes(free)} GB are free for ${dataFolder}. Make room and start again; nothing was changed.`
  )
}

function gigabytes(bytes: number): string {
  return (bytes / 1_000_000_000).toFixed(1)
}
