import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of all files of a folder; what is removed in the meantime counts as nothing. */
export async function diskUse(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) =>
        stat(join(parentPath, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
