import { open } from 'node:fs/promises'

/** Names that were given in a folder survive a power cut after this. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
