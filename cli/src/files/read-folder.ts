import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { reasonOf } from '../portal/portal.ts'
import { UsageError } from '../usage-error.ts'
import { FleetFile } from './fleet-file.ts'
import { type FileProblem, type ReadDocument, readYaml } from './read-yaml.ts'

/** Bytes of one file. */
const LONGEST_FILE = 16 * 1024 * 1024

interface ReadFolder {
  readonly documents: readonly ReadDocument<FleetFile>[]
  readonly problems: readonly FileProblem[]
}

/** Reads all files of YAML in a folder and in those below it, by their names. @throws UsageError */
export async function readFolder(folder: string): Promise<ReadFolder> {
  const paths = await listYaml(folder)
  if (paths.length === 0) throw new UsageError(`${folder} has no file that ends with .yaml or .yml.`)
  const documents: ReadDocument<FleetFile>[] = []
  const problems: FileProblem[] = []
  for (const path of paths) {
    if ((await stat(path)).size > LONGEST_FILE) throw new UsageError(`${path} is longer than 16 MiB.`)
    const read = readYaml(relative(process.cwd(), path) || path, await readFile(path, 'utf8'), FleetFile)
    documents.push(...read.documents)
    problems.push(...read.problems)
  }
  return { documents, problems }
}

/** Hidden files and folders are left out, such as those of git. */
export async function listYaml(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => {
    throw new UsageError(`${folder} can't be read: ${reasonOf(error)}.`, { cause: error })
  })
  const paths = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) return listYaml(path)
        return /\.ya?ml$/i.test(entry.name) ? [path] : []
      }),
  )
  return paths.flat().sort()
}
