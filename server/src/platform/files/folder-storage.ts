import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStorage } from './file-storage.ts'

/** Where uploads are in a data folder. */
export function uploadsFolder(dataFolder: string): string {
  return join(dataFolder, 'files')
}

/** Keeps files in a folder, which is made when the first one comes. */
export function createFolderStorage(folder: string): FileStorage {
  const pathOf = (name: string): string => join(folder, name)
  return {
    put: async (name, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = `${pathOf(name)}.unfinished`
      try {
        await writeThrough(unfinished, bytes)
        await rename(unfinished, pathOf(name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    get: async (name) => {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** Resolves when the bytes are on disk. */
async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'w', 0o640)
  await file.writeFile(bytes)
  await file.sync()
}
